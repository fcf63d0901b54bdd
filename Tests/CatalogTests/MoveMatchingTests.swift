import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore
import Testing

/// New files compared with those that are gone, without disk and database.
@Suite struct MoveMatchingTests {
    private func file(
        _ id: Int64, _ path: MediaPath = "/music/a.mp3", inode: Int? = nil, size: Int = 1000,
        signature: UInt64? = nil, _ describe: (inout FileTrace) -> Void = { _ in }
    ) -> FileTrace {
        var file = FileTrace(
            fileID: id, itemID: id + 100, path: path,
            stamp: FileStamp(size: size, modified: 1, device: 1, inode: inode ?? Int(id)))
        file.signature = signature.map(AudioSignature.init)
        describe(&file)
        return file
    }

    /// The new files by the old ones.
    private func matches(_ gone: [FileTrace], _ new: [FileTrace]) -> [Int64: Int64] {
        Dictionary(
            uniqueKeysWithValues: MoveMatching.matches(gone: gone, new: new)
                .map { ($0.gone.fileID, $0.new.fileID) })
    }

    private func track(_ number: Int, duration: Double = 200) -> (inout FileTrace) -> Void {
        {
            $0.title = "song \(number)"
            $0.artist = "ada"
            $0.albumTitle = "live"
            $0.albumArtist = "ada"
            $0.trackNumber = number
            $0.duration = duration
        }
    }

    @Test("the same file by number, size and time is the same, whatever it is called")
    func sameFile() {
        #expect(matches([file(1, inode: 7)], [file(2, "/music/b.mp3", inode: 7)]) == [1: 2])
    }

    @Test("a number that was given to another file proves nothing")
    func reusedInode() {
        let old = file(1, inode: 7, signature: 1)
        #expect(
            matches([old], [file(2, "/music/b.mp3", inode: 7, size: 2000, signature: 2)]) == [:])
    }

    @Test(
        "another encoding of a song without album or number is known by title, artist and length",
        arguments: [nil, "live"] as [String?])
    func songsWithoutNumber(album: String?) {
        func song(_ id: Int64, _ duration: Double, artist: String = "ada") -> FileTrace {
            file(id, signature: UInt64(id)) {
                ($0.title, $0.artist, $0.albumArtist) = ("song", artist, artist)
                ($0.albumTitle, $0.duration) = (album, duration)
            }
        }
        func heirs(_ present: FileTrace...) -> [Int64] {
            MoveMatching.heirs(of: [song(1, 200)], among: present).map(\.new.fileID)
        }
        #expect(heirs(song(2, 201.2)) == [2])
        #expect(heirs(song(2, 203)) == [])
        #expect(heirs(song(2, 200, artist: "bob")) == [])
        #expect(heirs(song(2, 200), song(3, 200)) == [])
        #expect(matches([song(1, 200.4)], [song(2, 200.6)]) == [1: 2])
    }

    @Test("the same audio is the same file, moved and retagged and on another disk")
    func audio() {
        let old = file(1, signature: 9) { $0.title = "old" }
        let new = file(2, "/disk/b.mp3", size: 2000, signature: 9) {
            $0.title = "new"
            $0.stamp.device = 2
        }
        #expect(matches([old], [new]) == [1: 2])
    }

    @Test("of equal copies nobody knows which is which")
    func copies() {
        let gone = [file(1, "/music/a.mp3", signature: 9), file(2, "/music/b.mp3", signature: 9)]
        let new = [file(3, "/disk/c.mp3", signature: 9), file(4, "/disk/d.mp3", signature: 9)]
        #expect(matches(gone, new) == [:])
        #expect(matches(gone, [new[0]]) == [:])
        #expect(matches([gone[0]], new) == [:])
    }

    @Test("equal copies are told apart by their names, those of their folders, or their tags")
    func namedCopies() {
        #expect(
            matches(
                [file(1, "/m/A/1.mp3", signature: 9), file(2, "/m/B/1.mp3", signature: 9)],
                [file(3, "/d/B/1.mp3", signature: 9), file(4, "/d/A/1.mp3", signature: 9)])
                == [1: 4, 2: 3])
        #expect(
            matches(
                [file(1, "/m/a.mp3", signature: 9), file(2, "/m/b.mp3", signature: 9)],
                [file(3, "/d/x/b.mp3", signature: 9), file(4, "/d/y/c.mp3", signature: 9)])
                == [1: 4, 2: 3])
        #expect(
            matches(
                [
                    file(1, "/m/a.mp3", signature: 9, track(1)),
                    file(2, "/m/b.mp3", signature: 9, track(2)),
                ],
                [
                    file(3, "/d/c.mp3", signature: 9, track(2)),
                    file(4, "/d/d.mp3", signature: 9, track(1)),
                ])
                == [1: 4, 2: 3])
    }

    @Test("a MusicBrainz track id, and then tags and duration, tell where the audio does not")
    func tags() {
        let old = file(1, signature: 1) { $0.musicBrainzTrackID = "x" }
        let new = file(2, "/music/b.flac", signature: 2) { $0.musicBrainzTrackID = "x" }
        #expect(matches([old], [new]) == [1: 2])
        #expect(
            matches([file(1, signature: 1, track(1))], [file(2, "/b", signature: 2, track(1))])
                == [1: 2])
        #expect(
            matches(
                [file(1, signature: 1, track(1))],
                [file(2, "/b", signature: 2, track(1, duration: 260))]) == [:])
    }

    @Test("another encoding in the same place of the album is the same track")
    func upgrade() {
        let old = file(1, "/m/1.mp3", signature: 1, track(1, duration: 200.45))
        let new = file(2, "/m/1.flac", signature: 2) {
            track(1, duration: 200.55)(&$0)
            $0.artist = "ada feat. grace"
        }
        #expect(matches([old], [new]) == [1: 2])
        #expect(
            matches([old], [file(2, "/m/2.flac", signature: 2, track(2, duration: 200))]) == [:])
    }

    /// Two copies of one recording on two albums, and what came in their place: the numbers and paths of the files with the
    /// tags of the first and of the second, and whether they have size and time of those that had their numbers.
    static let recycled: [(inodes: [Int], paths: [MediaPath], isAlike: Bool)] = {
        let paths: [[MediaPath]] = [
            ["/m/A/1", "/m/B/1"], ["/m/B/1", "/m/A/1"], ["/m/new A/1", "/m/new B/1"],
            ["/m/new A/x", "/m/new B/y"], ["/m/B/x", "/m/A/y"],
        ]
        return [[7, 8], [8, 7], [7, 9], [9, 7], [9, 10]].flatMap { inodes in
            paths.flatMap { paths in [false, true].map { (inodes, paths, $0) } }
        }
    }()

    @Test(
        "equal copies are known by their tags, whichever number or name of the other each has now",
        arguments: recycled)
    func recycledNumbers(inodes: [Int], paths: [MediaPath], isAlike: Bool) {
        func copy(_ id: Int64, _ path: MediaPath, _ inode: Int, _ album: Int) -> FileTrace {
            file(id, path, inode: inode, size: isAlike ? 1000 : Int(id), signature: 9) {
                track(1)(&$0)
                $0.albumTitle = "album \(album)"
            }
        }
        let gone = [copy(1, "/m/A/1", 7, 1), copy(2, "/m/B/1", 8, 2)]
        let new = [copy(3, paths[0], inodes[0], 1), copy(4, paths[1], inodes[1], 2)]
        #expect(matches(gone, new) == [1: 3, 2: 4])
        #expect(matches(gone.reversed(), new.reversed()) == [1: 3, 2: 4])
    }

    @Test("a copy that got the tags of another one is itself by its number")
    func retaggedCopy() {
        func copy(_ id: Int64, _ inode: Int, _ number: Int) -> FileTrace {
            file(
                id, MediaPath("/m/\(id)"), inode: inode, size: Int(id), signature: 9, track(number))
        }
        #expect(
            matches([copy(1, 7, 1), copy(2, 8, 2)], [copy(3, 7, 2), copy(4, 8, 2)]) == [1: 3, 2: 4])
        #expect(
            matches([copy(1, 7, 1), copy(2, 8, 2)], [copy(3, 7, 3), copy(4, 8, 2)]) == [1: 3, 2: 4])
    }

    @Test("two files that changed places are each themselves")
    func swapped() {
        let displaced: (inout FileTrace) -> Void = { $0.isDisplaced = true }
        let gone = [
            file(1, "/m/a", inode: 7, signature: 1, displaced),
            file(2, "/m/b", inode: 8, signature: 2, displaced),
        ]
        let new = [
            file(3, "/m/a", inode: 8, signature: 2), file(4, "/m/b", inode: 7, signature: 1),
        ]
        #expect(matches(gone, new) == [1: 4, 2: 3])
    }

    @Test(
        "what came to a path and agrees with what was there is the same; but not with what was long gone"
    )
    func path() {
        let new = file(2, "/m/a", signature: 2) { $0.duration = 200 }
        let old = file(1, "/m/a", signature: 1) { $0.duration = 199 }
        #expect(matches([old], [new]) == [:])
        var displaced = old
        displaced.isDisplaced = true
        #expect(matches([displaced], [new]) == [1: 2])
        // Where the file that came is known from elsewhere, what it overwrote is gone.
        #expect(matches([displaced, file(3, "/m/b", signature: 2)], [new]) == [3: 2])
    }

    @Test("a path is no proof where tags or audio contradict")
    func genericName() {
        func isSame(
            inode: Int = 2, path: MediaPath = "/m/Track01.mp3", _ old: (inout FileTrace) -> Void,
            _ new: (inout FileTrace) -> Void
        ) -> Bool {
            var displaced = file(1, path, signature: 1, old)
            displaced.isDisplaced = true
            let other = file(2, path, inode: inode, size: 2, signature: 2, new)
            return matches([displaced], [other]) == [1: 2]
        }
        func other(_ trace: inout FileTrace) {
            track(1, duration: 260)(&trace)
            (trace.title, trace.artist, trace.albumTitle) = ("else", "eve", "studio")
            trace.albumArtist = "eve"
        }
        #expect(!isSame(track(1), other))
        #expect(!isSame(inode: 1, track(1), other))
        #expect(!isSame({ $0.duration = 200 }, { $0.duration = 260 }))
        #expect(!isSame(track(1), { $0.duration = 200 }))
        #expect(isSame({ $0.duration = 200 }, { $0.duration = 201 }))
        #expect(isSame(inode: 1, { $0.duration = 200 }, { $0.duration = 260 }))
        #expect(isSame(track(1), track(1, duration: 260)))
        #expect(
            isSame(track(1)) {
                track(1)(&$0)
                $0.title = "song one"
            })
        // Another album may have the same title.
        #expect(
            !isSame(track(1)) {
                other(&$0)
                $0.albumTitle = "live"
            })
        // Only where the signature changes with the tags, another one may be that of the same audio.
        for (path, isAudio) in [("/m/1.mp3", false), ("/m/1.avi", true), ("/m/1.CAF", true)]
            as [(MediaPath, Bool)]
        {
            let isOne = isSame(inode: 1, path: path, track(1)) {
                other(&$0)
                $0.duration = 200
            }
            #expect(isOne == isAudio)
        }
    }

    @Test(
        "a file with values of the user's comes before any number of others that went with the same sign"
    )
    func valued() {
        let rated = file(1, "/m/a", signature: 9) { $0.hasUserValues = true }
        let ghosts = [file(2, "/m/b", signature: 9), file(3, "/m/c", signature: 9)]
        let new = file(4, "/m/d", signature: 9)
        #expect(matches(ghosts + [rated], [new]) == [1: 4])
        #expect(matches(ghosts, [new]) == [:])
        var other = rated
        (other.fileID, other.path) = (5, "/m/e")
        #expect(matches([rated, other], [new]) == [:])
    }

    @Test("an heir is the only present file of its kind, younger, and without values of the user's")
    func heirs() {
        func heirs(_ gone: [FileTrace], _ present: [FileTrace]) -> [Int64: Int64] {
            Dictionary(
                uniqueKeysWithValues: MoveMatching.heirs(of: gone, among: present)
                    .map { ($0.gone.fileID, $0.new.fileID) })
        }
        let gone = file(2, "/old/a.mp3", signature: 9)
        let copy = file(3, "/new/b.mp3", signature: 9)
        #expect(heirs([gone], [copy]) == [2: 3])
        #expect(heirs([gone], [file(1, "/new/b.mp3", signature: 9)]) == [:])
        #expect(heirs([gone], [copy, file(4, "/new/c.mp3", signature: 9)]) == [:])
        #expect(heirs([gone], [copy, file(4, "/new/a.mp3", signature: 9)]) == [2: 4])
        #expect(heirs([gone], [file(3, signature: 9) { $0.hasUserValues = true }]) == [:])
        let encoding = file(3, "/old/a.flac", signature: 8, track(1))
        #expect(heirs([file(2, signature: 9, track(1))], [encoding]) == [2: 3])
        #expect(heirs([file(2, signature: 9, track(1, duration: 220))], [encoding]) == [:])
    }

    @Test("a track of another disc of the album is another song, though only the folders tell")
    func discFolders() {
        let gone = file(1, "/Box/CD1/01 Intro.mp3", signature: 1, track(1, duration: 200))
        let other = file(2, "/Box/CD2/01 Intro.mp3", signature: 2, track(1, duration: 200.5))
        let encoding = file(3, "/Box/CD1/01 Intro.flac", signature: 3, track(1, duration: 200.5))
        #expect(matches([gone], [other]) == [:])
        #expect(MoveMatching.heirs(of: [gone], among: [other]).isEmpty)
        #expect(matches([gone], [encoding]) == [1: 3])
    }

    @Test("a root that cannot be looked at gives only the very same file")
    func outOfReach() {
        let old = file(1, "/disk/a", inode: 7, signature: 1) { $0.isOutOfReach = true }
        let copy = file(2, "/other/a", inode: 9, signature: 1)
        let same = file(3, "/elsewhere/a", inode: 7, signature: 1) { $0.stamp.device = 2 }
        // On a new disk a backup in the same order has the same numbers.
        let backup = file(4, "/backup/a", inode: 7, signature: 1) {
            ($0.stamp.device, $0.stamp.changed) = (2, 5)
        }
        #expect(matches([old], [copy]) == [:])
        #expect(matches([old], [backup]) == [:])
        #expect(matches([old], [same]) == [1: 3])
    }

    @Test("what is nothing like it is new")
    func different() {
        #expect(
            matches([file(1, signature: 1, track(1))], [file(2, "/b", signature: 2, track(2))])
                == [:])
        #expect(matches([], [file(1)]) == [:])
        #expect(matches([file(1)], []) == [:])
    }
}
