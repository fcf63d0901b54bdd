import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithUsers
import Testing

/// A file that another is written over, in place or by a new one that is renamed.
@Suite("Overwritten files") struct OverwrittenFileTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    @discardableResult
    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan([folder.path.appending("m")])
    }

    /// What is written over a file with the sound 1 and the tags 1.
    struct Row: Sendable, CustomTestStringConvertible {
        var sound: Int
        var tags: Int?
        var seconds = 2
        var isInPlace: Bool
        /// Whether the new file has the time of the old one, as one that `cp -p` or an archive made may have.
        var keepsTime = false
        var isSame: Bool
        var testDescription: String {
            "sound \(sound), tags \(tags ?? 0), \(seconds) s, in place: \(isInPlace), time kept: \(keepsTime)"
        }
    }

    static let rows: [Row] = [false, true].flatMap { isInPlace in
        [
            Row(sound: 2, tags: 2, isInPlace: isInPlace, isSame: false),
            Row(sound: 2, tags: 2, seconds: 9, isInPlace: isInPlace, isSame: false),
            Row(sound: 2, tags: 2, isInPlace: isInPlace, keepsTime: true, isSame: false),
            Row(sound: 1, tags: 2, isInPlace: isInPlace, isSame: true),
            Row(sound: 1, tags: nil, isInPlace: isInPlace, isSame: true),
            Row(sound: 2, tags: 1, isInPlace: isInPlace, isSame: true),
            Row(sound: 2, tags: 1, seconds: 9, isInPlace: isInPlace, isSame: true),
        ]
    }

    private func data(_ sound: Int, _ tags: Int?, seconds: Int = 2) -> Data {
        Disc.wave(
            samples: (0..<1000 * seconds).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) },
            tags: tags.map {
                // Many albums are called so, and each has a first track.
                [
                    ("INAM", "Song \($0)"), ("IART", "Artist \($0)"), ("IPRD", "Greatest Hits"),
                    ("IPRT", "1"),
                ]
            } ?? [])
    }

    @Test(
        "are displaced if sound and tags are others, and recognized under any name", arguments: rows
    )
    func overwritten(row: Row) async throws {
        try FileManager.default.createDirectory(
            at: folder.url("m/Hits"), withIntermediateDirectories: true)
        let url = folder.url("m/Hits/01.wav")
        try data(1, 1).write(to: url)
        try await scan()
        let item = try catalog.items.all(matching: MediaQuery())[0].persistentID
        try catalog.values.setRating(4, of: item)
        try FileManager.default.copyItem(at: url, to: folder.url("keep.wav"))
        let time = try #require(
            try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date)

        let new = data(row.sound, row.tags, seconds: row.seconds)
        if row.isInPlace {
            let file = try FileHandle(forWritingTo: url)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: new)
            try file.close()
        } else {
            try new.write(to: folder.url("new.wav"))
            try #require(rename(folder.url("new.wav").path, url.path) == 0)
        }
        if row.keepsTime {
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url.path)
        }
        let report = try await scan()
        let present = try catalog.items.all(matching: MediaQuery())
        #expect(present.map { $0.persistentID == item } == [row.isSame])
        #expect((report.changed, report.missing) == (row.isSame ? (1, 0) : (0, 1)))
        #expect(present[0].userValues.rating == (row.isSame ? 4 : nil))
        if row.isSame { return }
        #expect(
            try catalog.items.all(matching: MediaQuery(isMissing: true)).map(\.userValues.rating)
                == [4])

        try FileManager.default.copyItem(
            at: folder.url("keep.wav"), to: folder.url("m/Hits/01 (old).wav"))
        #expect(try await scan().moved == 1)
        let back = try catalog.items.all(at: folder.path.appending("m/Hits/01 (old).wav"))
        #expect(back.map(\.persistentID) == [item])
        #expect(back.map(\.userValues.rating) == [4])
    }
}
