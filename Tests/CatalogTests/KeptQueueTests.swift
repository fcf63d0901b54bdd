import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithStore
import PhonolithUsers
import Testing

@Suite("The queue that is kept")
struct KeptQueueTests {
    /// A queue of entries that are called by their ids.
    private func queue(
        _ ids: [Int], at current: Int? = nil, hiding hidden: Set<Int> = []
    ) -> PlayQueue {
        let entries = ids.map {
            PlayQueue.Entry(
                id: .init(rawValue: $0), item: PlayerItem(.file(MediaPath("/\($0)"))),
                isHidden: hidden.contains($0))
        }
        return PlayQueue(all: entries, current: current.flatMap { ids.firstIndex(of: $0) })
    }

    @Test(
        "takes over entries that it never had, each behind the one that was before it",
        arguments: [
            // The queue, its hidden entries, the player's version of the rest, and the result.
            ([1, 2, 3], [], [3, 1], [3, 1]), ([1, 2, 3], [2], [1, 3], [1, 2, 3]),
            ([1, 2, 3], [2], [3, 1], [3, 1, 2]), ([1, 2, 3], [2], [3], [2, 3]),
            ([1, 2, 3], [1], [3, 2, 4], [1, 3, 2, 4]), ([1, 2, 3, 4], [2, 3], [1], [1, 2, 3]),
            ([1, 2], [1, 2], [], [1, 2]), ([1, 2, 3], [3], [2, 5, 1], [2, 3, 5, 1]),
            // The player has given an id that a hidden entry has.
            ([1, 2, 3], [3], [2, 3, 1], [2, 4, 3, 1]), ([1, 7], [7], [1, 7], [1, 8, 7]),
        ] as [([Int], Set<Int>, [Int], [Int])], [true, false])
    func hidden(_ row: ([Int], Set<Int>, [Int], [Int]), isShuffled: Bool) {
        let (before, hidden, mine, expected) = row
        let known = queue(before.filter { !hidden.contains($0) })
        var whole = queue(mine, at: mine.last)
        if isShuffled { whole.setShuffled(.songs, ownPositions: Array(mine.indices)) }
        whole.takeOver(queue(before, hiding: hidden), since: known)
        #expect(whole.all.map(\.id.rawValue) == expected)
        #expect(whole.entries.map(\.id.rawValue) == mine)
        #expect(whole.ownOrder?.map(\.rawValue) == (isShuffled ? expected : nil))
        #expect(whole.current?.id.rawValue == mine.last)
        #expect(whole.all.allSatisfy { $0.id.rawValue < whole.nextNumber })
    }

    @Test("a new queue takes over hidden entries alone, under other ids than its own")
    func new() {
        var new = queue([1, 2], at: 2)
        new.takeOver(queue([1, 2, 3, 4], hiding: [2, 4]), since: nil)
        #expect(new.all.map(\.id.rawValue) == [5, 4, 1, 2])
        #expect(new.all.map(\.item.source) == ["/2", "/4", "/1", "/2"].map { .file($0) })
        #expect((new.entries.map(\.id.rawValue), new.currentIndex) == ([1, 2], 1))
    }

    @Test(
        "goes on where its current entry is hidden",
        arguments: [
            // The hidden entries, whether they were so when it was read, the repeat mode, and the current entry then.
            ([2], true, .none, 3), ([2, 3], true, .none, 1), ([1, 2, 3], true, .all, nil),
            ([2], false, .none, 3), ([2, 3], false, .none, nil), ([2, 3], false, .all, 1),
            ([1], false, .none, 2),
        ] as [(Set<Int>, Bool, PlayQueue.RepeatMode, Int?)])
    func hiddenCurrent(
        hidden: Set<Int>, isRead: Bool, repeatMode: PlayQueue.RepeatMode, current: Int?
    ) {
        let stored = queue([1, 2, 3], at: 2, hiding: hidden)
        var mine = queue([1, 2, 3], at: 2)
        mine.repeatMode = repeatMode
        mine.takeOver(stored, since: mine)
        #expect((isRead ? stored : mine).current?.id.rawValue == current)
    }

    @Test("is kept with all that is known of its entries")
    func storing() throws {
        let catalog = try Catalog.empty()
        var queue = queue([4, 9], at: 9)
        queue.update(.init(rawValue: 4)) { item in
            (item.title, item.artist, item.albumTitle, item.duration) = ("T", "Björk", "A", 31)
            (item.startTime, item.endTime) = (2, 9.5)
            item.loudness = .init(trackGain: -6.5, trackPeak: 1, albumGain: -7, albumPeak: 0.9)
        }
        queue.setShuffled(.albums, ownPositions: [1, 0])
        queue.repeatMode = .one
        try catalog.queue.keep(KeptQueue(queue, time: 12.5))
        let kept = try catalog.queue.kept()
        #expect(kept.queue == queue)
        #expect((kept.time, kept.revision) == (12.5, 1))
    }

    @Test(
        "has ids of its own where another program has stored others",
        arguments: [0, -3, 2, .max, .min] as [Int64])
    func strangeNumbers(number: Int64) throws {
        let catalog = try Catalog.empty()
        try catalog.queue.keep(KeptQueue(queue([1, 2, 3], at: 2)))
        try catalog.write {
            try $0.execute(sql: "UPDATE queue_entries SET number = \(number) WHERE position = 0")
        }
        var kept = try catalog.queue.kept()
        #expect(kept.queue.all.map(\.id.rawValue) == [1, 2, 3])
        #expect(kept.queue.current?.item.source == .file("/2"))
        kept.queue.append([PlayerItem(.file("/4"))])
        #expect(kept.queue.all.last?.id.rawValue == 4)
    }

    @Test("has the new places of files that were moved while a player had it")
    func moved() throws {
        let catalog = try Catalog.empty()
        let mine = try catalog.queue.keep(KeptQueue(queue([1, 2, 3], at: 3), time: 5))
        var moved = mine
        moved.queue.update(.init(rawValue: 2)) { $0.source = .file("/new/2") }
        try catalog.queue.keep(moved)
        var position = KeptQueue(queue([1, 2, 3], at: 2), time: 6)
        position.queue.repeatMode = .all
        try catalog.queue.keepPosition(position)
        #expect(try catalog.queue.revision() != mine.revision)
        let kept = try catalog.queue.kept()
        #expect((kept.queue.currentIndex, kept.time, kept.queue.repeatMode) == (1, 6, .all))
        let again = try catalog.queue.keep(mine, madeOf: mine)
        #expect(
            again.queue.entries.map(\.item.source) == ["/1", "/new/2", "/3"].map { .file($0) })
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
