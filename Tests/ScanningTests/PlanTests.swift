import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import Testing

@Suite struct PlanTests {
    private func seen(_ name: MediaPath, size: Int = 10, modified: Int = 1, inode: Int = 1)
        -> SeenFile
    {
        SeenFile(
            name: name, stamp: FileStamp(size: size, modified: modified, device: 1, inode: inode))
    }

    private func known(
        _ name: MediaPath, id: Int64, isMissing: Bool = false, problem: String? = nil
    ) -> KnownFile {
        KnownFile(
            id: id, name: name, stamp: FileStamp(size: 10, modified: 1, device: 1, inode: 1),
            isMissing: isMissing, problem: problem)
    }

    private func plan(
        _ media: [SeenFile], _ files: [KnownFile], readingAll: Bool = false
    ) -> FolderPlan {
        FolderPlan(
            media: media, pictures: [], known: KnownFolder(id: 1, files: files, pictures: []),
            readingAllReadBefore: readingAll ? 1 : 0)
    }

    @Test("a new folder is read whole")
    func newFolder() {
        let plan = FolderPlan(
            media: [seen("a.mp3"), seen("b.mp3")], pictures: [], known: nil)
        #expect(plan.readings.map(\.file.name) == ["a.mp3", "b.mp3"])
        #expect(plan.readings.map(\.knownID) == [nil, nil])
    }

    @Test("a file whose content could not be looked at is read again, though it seems as it was")
    func unknownContent() {
        let file = seen("a.mp3")
        let known = KnownFile(
            id: 7, name: "a.mp3", stamp: file.stamp.ofUnknownContent,
            problem: "cannot be read: Permission denied")
        #expect(plan([file], [known]).readings.map(\.knownID) == [7])
    }

    @Test("what is as it was needs nothing; that it lies in another inode is noted")
    func unchanged() {
        let plan = plan([seen("a.mp3")], [known("a.mp3", id: 7)])
        #expect(plan.readings == [])
        #expect(plan.relocated == [:])
        #expect(plan.unchanged == 1)
        let elsewhere = self.plan([seen("a.mp3", inode: 99)], [known("a.mp3", id: 7)])
        #expect(elsewhere.readings == [])
        #expect(elsewhere.relocated == [7: seen("a.mp3", inode: 99).stamp])
        #expect(elsewhere.unchanged == 1)
    }

    @Test("another size or another time is a change")
    func changed() {
        var touched = seen("a.mp3")
        touched.stamp.changed = 9
        for file in [seen("a.mp3", size: 11), seen("a.mp3", modified: 2), touched] {
            let plan = plan([file], [known("a.mp3", id: 7)])
            #expect(plan.readings.map(\.knownID) == [7])
            #expect(plan.unchanged == 0)
        }
    }

    @Test("a new time of the lyrics beside a track is a change")
    func lyrics() {
        var file = seen("a.mp3")
        file.stamp.lyricsModified = 5
        #expect(plan([file], [known("a.mp3", id: 7)]).readings.map(\.knownID) == [7])
    }

    @Test("what is not seen is gone, once")
    func gone() {
        let plan = plan([], [known("a.mp3", id: 7), known("b.mp3", id: 8, isMissing: true)])
        #expect(plan.gone == [7])
    }

    @Test("what was gone and is as it was comes back without being read")
    func returned() {
        let plan = plan([seen("a.mp3")], [known("a.mp3", id: 7, isMissing: true)])
        #expect(plan.returned == [7])
        #expect(plan.readings == [])
    }

    @Test("an unreadable file is not read again before it changes, but told again")
    func unreadable() {
        let plan = plan([seen("a.mp3")], [known("a.mp3", id: 7, problem: "is text")])
        #expect(plan.stillUnreadable.map(\.reason) == ["is text"])
        #expect(plan.unchanged == 0)
        #expect(plan.readings == [])
    }

    @Test("reading all reads what has not changed, too")
    func full() {
        let plan = plan([seen("a.mp3")], [known("a.mp3", id: 7)], readingAll: true)
        #expect(plan.readings.map(\.knownID) == [7])
    }

    @Test("pictures are read again when one comes, goes or changes")
    func pictures() {
        func changed(_ seen: [FolderPicture], _ known: [FolderPicture]) -> Bool {
            FolderPlan(
                media: [], pictures: seen, known: KnownFolder(id: 1, files: [], pictures: known)
            ).picturesChanged
        }
        let cover = FolderPicture(name: "cover.jpg", size: 5, modified: 1)
        let newer = FolderPicture(name: "cover.jpg", size: 5, modified: 2)
        #expect(!changed([cover], [cover]))
        let exchanged = FolderPicture(name: "cover.jpg", size: 5, modified: 1, changed: 3)
        #expect(changed([newer], [cover]))
        #expect(changed([exchanged], [cover]))
        #expect(changed([], [cover]))
        #expect(changed([cover], []))
    }
}
