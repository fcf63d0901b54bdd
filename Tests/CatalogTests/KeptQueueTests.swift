import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithStore
import PhonolithUsers
import Testing

@Suite("The queue that is kept")
struct KeptQueueTests {
    /// A queue of entries that are called by their numbers.
    private func queue(_ numbers: [Int], at current: Int? = nil, time: Double = 0) -> KeptQueue {
        let entries = numbers.enumerated().map { place, number in
            KeptQueue.Entry(
                number: number, item: nil, source: .file(MediaPath("/\(number)")),
                ownPosition: place)
        }
        return KeptQueue(
            entries: entries, currentIndex: current.flatMap { numbers.firstIndex(of: $0) },
            time: time)
    }

    @Test(
        "keeps hidden entries, each behind the one that was before it",
        arguments: [
            // The queue, its hidden entries, the player's version of the rest, and the result.
            ([1, 2, 3], [], [3, 1], [3, 1]), ([1, 2, 3], [2], [1, 3], [1, 2, 3]),
            ([1, 2, 3], [2], [3, 1], [3, 1, 2]), ([1, 2, 3], [2], [3], [2, 3]),
            ([1, 2, 3], [1], [3, 2, 4], [1, 3, 2, 4]), ([1, 2, 3, 4], [2, 3], [1], [1, 2, 3]),
            ([1, 2], [1, 2], [], [1, 2]), ([1, 2, 3], [3], [2, 5, 1], [2, 3, 5, 1]),
        ] as [([Int], Set<Int>, [Int], [Int])])
    func hidden(before: [Int], hidden: Set<Int>, mine: [Int], expected: [Int]) {
        let whole = queue(mine, at: mine.last).keeping(hidden, of: queue(before))
        #expect(whole.entries.map(\.number) == expected)
        #expect(whole.entries.map(\.ownPosition) == Array(expected.indices))
        #expect(whole.current?.number == mine.last)
    }

    @Test("gives hidden entries other numbers than those of a player's own")
    func numbers() {
        var everything = queue([1, 2, 7, 4])
        #expect(everything.renumber([2, 7], asIn: queue([1, 2, 3])) == [7, 8])
        #expect(everything.entries.map(\.number) == [1, 8, 7, 4])
    }

    @Test("knows the current entry of a player whose numbers hidden entries had")
    func numbersOfAPlayer() throws {
        let catalog = try Catalog.empty()
        var hidden = try catalog.queue.keep(queue([1, 2]))
        hidden.hidden = [1, 2]
        hidden.entries = queue([2, 3]).entries
        let kept = try catalog.queue.keep(hidden, madeOf: hidden)
        try catalog.queue.keepPosition(KeptQueue(time: 6), entry: 2)
        let whole = try catalog.queue.kept()
        #expect(whole.entries.map(\.source) == ["/1", "/2", "/2", "/3"].map { .file($0) })
        #expect((whole.currentIndex, kept.hidden.isDisjoint(with: [2, 3])) == (2, true))
    }

    @Test("is kept with all that is known of its entries")
    func storing() throws {
        let catalog = try Catalog.empty()
        var queue = queue([4, 9], at: 9, time: 12.5)
        queue.entries[0].description.artist = "Björk"
        queue.entries[0].description.duration = 31
        queue.entries[0].description.trackGain = -6.5
        queue.entries[0].description.albumPeak = 0.9
        try catalog.queue.keep(queue)
        let kept = try catalog.queue.kept()
        #expect(kept.entries == queue.entries)
        #expect(kept.currentIndex == 1)
        #expect(kept.time == 12.5)
    }

    @Test("has the new places of files that were moved while a player had it")
    func moved() throws {
        let catalog = try Catalog.empty()
        let mine = try catalog.queue.keep(queue([1, 2, 3], at: 3, time: 5))
        var moved = mine
        moved.entries[1].source = .file("/new/2")
        try catalog.queue.keep(moved)
        var position = KeptQueue(time: 6)
        position.repeatMode = .all
        try catalog.queue.keepPosition(position, entry: 2)
        #expect(try catalog.queue.revision() != mine.revision)
        let kept = try catalog.queue.kept()
        #expect((kept.currentIndex, kept.time, kept.repeatMode) == (1, 6, .all))
        let again = try catalog.queue.keep(mine, madeOf: mine)
        #expect(again.entries.map(\.source) == [.file("/1"), .file("/new/2"), .file("/3")])
        #expect(try catalog.queue.revision() == again.revision)
    }

    @Test("has the locks, and its library the key, of the file that a link leads to")
    func links() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("links-\(UUID())").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // It is among temporary files.
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("library.sqlite").path
        let link = folder.appendingPathComponent("link.sqlite").path
        try Catalog.open(at: path, for: .creating).close()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = try Catalog.open(at: link, for: .writing)
        #expect(linked.queue.lockFile(.playing).description == path + ".player")
        #expect(linked.queue.lockFile(.changing).description == path + ".queue")
        #expect(Catalog.keyPath(ofLibrary: link).description == path + ".key")
        try linked.close()
    }
}
