import Catalog
import MediaModel
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

    private func merged(_ base: [Int], _ mine: [Int], _ theirs: [Int]) -> [Int] {
        KeptQueue.merged(base: queue(base), mine: queue(mine), theirs: queue(theirs)).entries.map(
            \.number)
    }

    @Test("has what both sides put in, and lacks what either took out")
    func merging() {
        #expect(merged([1, 2, 3], [1, 2, 3], [1, 2, 3, 4]) == [1, 2, 3, 4])
        #expect(merged([1, 2, 3], [1, 3], [1, 2, 3, 4]) == [1, 3, 4])
        #expect(merged([1, 2, 3], [2, 3], [1, 2]) == [2])
        #expect(merged([1, 2, 3], [3, 2, 1], [1, 4, 2, 3]) == [3, 2, 1, 4])
        #expect(merged([1, 2, 3], [1, 2, 3, 5], [3, 1, 2]) == [3, 5, 1, 2])
        #expect(merged([], [], [1]) == [1])
        #expect(merged([1, 2], [], [1, 2, 3]) == [3])
    }

    @Test("gives new numbers to entries that got one on both sides")
    func numbers() throws {
        var mine = queue([1, 2])
        mine.entries[1].source = .file("/mine")
        let result = KeptQueue.merged(base: queue([1]), mine: mine, theirs: queue([1, 2]))
        #expect(result.entries.map(\.source) == [.file("/1"), .file("/2"), .file("/mine")])
        #expect(Set(result.entries.map(\.number)).count == 3)
        #expect(result.nextNumber > 3)
    }

    @Test("plays on what plays, wherever that is by now")
    func current() {
        let base = queue([1, 2, 3], at: 2, time: 7)
        let moved = KeptQueue.merged(base: base, mine: base, theirs: queue([3, 2], at: 2, time: 1))
        #expect(moved.currentIndex == 1)
        #expect(moved.time == 7)
        let gone = KeptQueue.merged(base: base, mine: base, theirs: queue([1, 3], at: 3))
        #expect(gone.currentIndex == 1)
        #expect(gone.time == 0)
    }

    @Test("takes the modes of the side that changed them")
    func modes() {
        var (mine, theirs) = (queue([1, 2]), queue([2, 1]))
        mine.repeatMode = "one"
        (theirs.shuffleMode, theirs.entries[0].ownPosition) = ("songs", 1)
        theirs.entries[1].ownPosition = 0
        let result = KeptQueue.merged(base: queue([1, 2]), mine: mine, theirs: theirs)
        #expect(result.repeatMode == "one")
        #expect(result.shuffleMode == "songs")
        #expect(result.entries.map(\.number) == [2, 1])
        #expect(result.entries.map(\.ownPosition) == [1, 0])
    }

    @Test("stays consistent under any changes of two sides")
    func random() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let base = Array(1...Int.random(in: 1...8, using: &generator))
            func changed(_ new: ClosedRange<Int>) -> [Int] {
                var numbers = base.filter { _ in Bool.random(using: &generator) || base.count < 3 }
                if Bool.random(using: &generator) { numbers.shuffle(using: &generator) }
                for number in new where Bool.random(using: &generator) {
                    numbers.insert(
                        number, at: Int.random(in: 0...numbers.count, using: &generator))
                }
                return numbers
            }
            let (mine, theirs) = (changed(20...22), changed(30...32))
            let result = merged(base, mine, theirs)
            let expected = Set(base).intersection(mine).intersection(theirs)
                .union(Set(mine).subtracting(base))
            #expect(result.count == Set(result).count)
            #expect(result.count == expected.count + Set(theirs).subtracting(base).count)
            #expect(expected.isSubset(of: result))
        }
    }

    @Test("is kept with all that is known of its entries")
    func storing() throws {
        let catalog = try Catalog.inMemory()
        var queue = queue([4, 9], at: 9, time: 12.5)
        queue.entries[0].description.artist = "Björk"
        queue.entries[0].description.duration = 31
        queue.entries[0].description.trackGain = -6.5
        queue.entries[0].description.albumPeak = 0.9
        try catalog.keepQueue(queue)
        let kept = try catalog.keptQueue()
        #expect(kept.entries == queue.entries)
        #expect(kept.currentIndex == 1)
        #expect(kept.time == 12.5)
    }

    @Test("is not overwritten by one who does not know of its changes")
    func revisions() throws {
        let catalog = try Catalog.inMemory()
        let first = try catalog.keepQueue(queue([1, 2, 3], at: 3, time: 5))
        var others = try catalog.keptQueue()
        others.entries.removeFirst()
        others.currentIndex = 1
        others.repeatMode = "all"
        try catalog.keepQueue(others, basedOn: first)
        // The player goes on at its third entry, which is the second by now.
        var position = KeptQueue()
        (position.currentIndex, position.time) = (2, 6)
        let revision = try catalog.keepQueuePosition(position, entry: 3, basedOn: first.revision)
        #expect(revision != first.revision)
        var kept = try catalog.keptQueue()
        #expect(kept.currentIndex == 1)
        #expect(kept.time == 6)
        #expect(kept.repeatMode == "all")
        // And puts another behind.
        let mine = queue([1, 2, 3, 4], at: 3, time: 7)
        let merged = try catalog.keepQueue(mine, basedOn: first)
        kept = try catalog.keptQueue()
        #expect(kept.entries == merged.entries)
        #expect(kept.entries.map(\.number) == [2, 3, 4])
        #expect(kept.currentIndex == 1)
        #expect(kept.repeatMode == "all")
    }
}
