import Foundation
import PhonolithMediaModel
import Testing

@Suite("Items that are there more than once") struct DuplicateGroupTests {
    private func member(
        _ id: Int64, inode: Int64? = nil, size: Int = 100, startTime: Double? = nil,
        _ describe: (inout MediaFacts) -> Void = { _ in }
    ) -> DuplicateGroup.Member {
        var facts = MediaFacts()
        describe(&facts)
        let item = MediaItem(
            persistentID: PersistentID(id), facts: facts,
            location: .init(
                root: "/music", relativePath: MediaPath("\(id)"), fileSize: size,
                startTime: startTime),
            albumPersistentID: nil, artistPersistentID: nil, albumArtistPersistentID: nil,
            artwork: [], userValues: .init(dateAdded: Date(secondsSince1970: 0)),
            isMissing: false, isAvailable: true)
        return .init(item, storage: .init(device: 1, inode: inode ?? id))
    }

    @Test("begin with the best: pixels, then bit depth, sample rate and bit rate, then the older")
    func best() {
        let group = DuplicateGroup([
            member(1) { $0.bitRate = 320 },
            member(2) { $0.bitRate = 320 },
            member(3) {
                $0.bitRate = 1000; $0.bitDepth = 16; $0.sampleRate = 44_100
            },
            member(4) {
                $0.bitRate = 900; $0.bitDepth = 16; $0.sampleRate = 96_000
            },
            member(5) {
                $0.bitRate = 800; $0.bitDepth = 24; $0.sampleRate = 44_100
            },
            member(6) {
                $0.bitRate = 128; $0.width = 1920; $0.height = 1080
            },
        ])
        #expect(group.items.map(\.persistentID.rawValue) == [6, 5, 4, 3, 1, 2])
    }

    @Test(
        "are of no use but for the best of them",
        arguments: [
            (inodes: [1, 2, 3], starts: [nil, nil, nil], spare: 200),
            // Two names of one file take the room of one.
            (inodes: [1, 1, 2], starts: [nil, nil, nil], spare: 100),
            (inodes: [1, 1, 1], starts: [nil, nil, nil], spare: 0),
            // The other tracks of a disc would be lost with its file.
            (inodes: [1, 2, 3], starts: [nil, 60, nil], spare: 100),
        ] as [(inodes: [Int64], starts: [Double?], spare: Int)])
    func spareBytes(inodes: [Int64], starts: [Double?], spare: Int) {
        let members = zip(inodes, starts).enumerated().map { index, file in
            member(Int64(index + 1), inode: file.0, startTime: file.1)
        }
        #expect(DuplicateGroup(members).spareBytes == spare)
    }

    @Test("do not overflow by sizes of sparse files")
    func sparse() {
        let members = [1, 2, 3].map { member($0, size: .max) }
        #expect(DuplicateGroup(members).spareBytes == .max)
    }
}
