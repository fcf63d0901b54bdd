import PhonolithMediaModel
import PhonolithPlayback
import Testing

@Suite("A play queue")
struct PlayQueueTests {
    private static func song(_ name: String, album: Int64? = nil) -> PlayerItem {
        var item = PlayerItem(.file(MediaPath("/music/\(name).flac")), title: name)
        item.albumPersistentID = album.map(PersistentID.init)
        return item
    }

    private static func queue(_ names: String, startingAt start: Int = 0) -> PlayQueue {
        PlayQueue(names.map { song(String($0)) }, startingAt: start)
    }

    /// The titles in a row, the current one in brackets.
    private static func text(_ queue: PlayQueue) -> String {
        queue.entries.map { $0.id == queue.current?.id ? "[\($0.item.name)]" : $0.item.name }
            .joined()
    }

    // MARK: - Editing

    struct Edit: CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout PlayQueue) throws -> Void
        let result: String
    }

    static let edits = [
        Edit(
            testDescription: "prepend plays next", change: { $0.prepend([song("x"), song("y")]) },
            result: "a[b]xyc"),
        Edit(
            testDescription: "append plays last", change: { $0.append([song("x")]) },
            result: "a[b]cx"),
        Edit(
            testDescription: "insert behind an entry",
            change: { try $0.insert([song("x")], after: $0.entries[0].id) }, result: "ax[b]c"),
        Edit(
            testDescription: "insert in front of all",
            change: { try $0.insert([song("x")], after: nil) }, result: "xa[b]c"),
        Edit(
            testDescription: "remove before the current",
            change: { try $0.remove($0.entries[0].id) },
            result: "[b]c"),
        Edit(
            testDescription: "remove the current: the next takes its place",
            change: { try $0.remove($0.entries[1].id) }, result: "a[c]"),
        Edit(
            testDescription: "remove behind the current",
            change: { try $0.remove($0.entries[2].id) },
            result: "a[b]"),
        Edit(
            testDescription: "move to the front",
            change: { try $0.move($0.entries[2].id, after: nil) }, result: "ca[b]"),
        Edit(
            testDescription: "move the current to the end",
            change: { try $0.move($0.entries[1].id, after: $0.entries[2].id) }, result: "ac[b]"),
        Edit(
            testDescription: "move behind itself",
            change: { try $0.move($0.entries[1].id, after: $0.entries[1].id) }, result: "a[b]c"),
        Edit(testDescription: "remove all", change: { $0.removeAll() }, result: ""),
    ]

    @Test("is edited around what plays", arguments: edits)
    func edit(_ edit: Edit) throws {
        var queue = Self.queue("abc", startingAt: 1)
        try edit.change(&queue)
        #expect(Self.text(queue) == edit.result)
    }

    @Test("ends when its last entry is taken out while it plays")
    func removingTheLast() throws {
        var queue = Self.queue("ab", startingAt: 1)
        try queue.remove(queue.entries[1].id)
        #expect(Self.text(queue) == "a")
        #expect(queue.current == nil)
    }

    @Test("holds an item twice as two entries")
    func duplicates() {
        let queue = Self.queue("aa")
        #expect(queue.entries[0].item == queue.entries[1].item)
        #expect(queue.entries[0].id != queue.entries[1].id)
    }

    @Test("stays as it was when one change of several fails")
    func transaction() throws {
        var queue = Self.queue("abc", startingAt: 1)
        let before = queue
        let gone = PlayQueue.Entry.ID(rawValue: 99)
        #expect(throws: PlayQueueError.noSuchEntry(gone)) {
            try queue.perform { (queue: inout PlayQueue) throws(PlayQueueError) in
                queue.append([Self.song("x")])
                try queue.remove(queue.entries[0].id)
                try queue.remove(gone)
            }
        }
        #expect(queue == before)
        try queue.perform { (queue: inout PlayQueue) throws(PlayQueueError) in
            queue.append([Self.song("x")])
            try queue.remove(queue.entries[0].id)
        }
        #expect(Self.text(queue) == "[b]cx")
    }

    @Test("starts items where its descriptor says")
    func descriptor() throws {
        var descriptor = PlayQueueDescriptor([Self.song("a"), Self.song("b")])
        descriptor.startIndex = 1
        descriptor.setStartTime(3, forItemAt: 0)
        descriptor.setEndTime(2, forItemAt: 0)
        descriptor.setEndTime(7, forItemAt: 1)
        let queue = PlayQueue(descriptor)
        #expect(Self.text(queue) == "a[b]")
        #expect(queue.entries.map(\.item.startTime) == [3, 0])
        #expect(queue.entries.map(\.item.endTime) == [5, 7])
    }

    // MARK: - Moving

    @Test(
        "goes on by itself as its repeat mode says",
        arguments: zip(PlayQueue.RepeatMode.allCases, ["ab", "aaaaa", "ababa"]))
    func advancing(_ mode: PlayQueue.RepeatMode, _ played: String) {
        var queue = Self.queue("ab")
        queue.repeatMode = mode
        var names = ""
        while let current = queue.current, names.count < 5 {
            names += current.item.name
            queue.advance()
        }
        #expect(names == played)
    }

    @Test(
        "is skipped through as its repeat mode says",
        arguments: zip(PlayQueue.RepeatMode.allCases, ["ab", "ababa", "ababa"]))
    func skipping(_ mode: PlayQueue.RepeatMode, _ played: String) {
        var queue = Self.queue("ab")
        queue.repeatMode = mode
        var names = ""
        while let current = queue.current, names.count < 5 {
            names += current.item.name
            queue.skipToNext()
        }
        #expect(names == played)
    }

    @Test("goes back to the beginning first when more than three seconds in")
    func beginningFirst() {
        var queue = Self.queue("ab", startingAt: 1)
        let answers = [3.5, 2.5, 0].map { elapsed in
            (queue.skipToPrevious(elapsed: elapsed), Self.text(queue))
        }
        #expect(answers.map(\.0) == [false, true, false])
        #expect(answers.map(\.1) == ["a[b]", "[a]b", "[a]b"])
    }

    @Test("goes back the way it came")
    func history() throws {
        var queue = Self.queue("abcde")
        try queue.skip(to: queue.entries[3].id)
        try queue.skip(to: queue.entries[1].id)
        queue.skipToNext()
        let names = (0..<4).map { _ in
            queue.skipToPrevious(elapsed: 0)
            return queue.current?.item.name
        }
        #expect(names == ["b", "d", "a", "a"])
    }

    @Test("goes back from its end to what played last")
    func backFromTheEnd() {
        var queue = Self.queue("ab", startingAt: 1)
        queue.advance()
        #expect(queue.current == nil)
        queue.skipToPrevious(elapsed: 0)
        #expect(Self.text(queue) == "a[b]")
    }

    // MARK: - Shuffling

    @Test("keeps what plays when it is mixed, and its own order for afterwards")
    func shuffling() {
        var queue = Self.queue("abcdefghij", startingAt: 4)
        queue.shuffle(.songs, seed: 7)
        #expect(queue.currentIndex == 0)
        #expect(queue.current?.item.name == "e")
        #expect(queue.entries.map(\.item.name).sorted().joined() == "abcdefghij")
        #expect(Self.text(queue) != "[e]abcdfghij")
        var other = Self.queue("abcdefghij", startingAt: 4)
        other.shuffle(.songs, seed: 7)
        #expect(other == queue)
        queue.shuffle(.off, seed: 7)
        #expect(Self.text(queue) == "abcd[e]fghij")
    }

    @Test("keeps albums together, each in its order, that of what plays first")
    func shufflingAlbums() {
        let items = (0..<12).map { Self.song("\($0)", album: Int64($0 % 4 + 1)) }
        var queue = PlayQueue(items, startingAt: 6)
        queue.shuffle(.albums, seed: 3)
        let albums = queue.entries.compactMap(\.item.albumPersistentID?.rawValue)
        #expect(albums.prefix(3) == [3, 3, 3])
        #expect(queue.current?.item.name == "6")
        #expect(queue.currentIndex == 1)
        for album in 1...4 {
            let places = albums.indices.filter { albums[$0] == Int64(album) }
            #expect(places == Array(places[0]..<places[0] + 3))
            #expect(places.map { queue.entries[$0].id.rawValue }.isSorted)
        }
    }

    @Test("takes what was put in while mixed back to where it belongs")
    func editingWhileShuffled() throws {
        var queue = Self.queue("abc", startingAt: 1)
        queue.shuffle(.songs, seed: 1)
        queue.prepend([Self.song("x")])
        queue.append([Self.song("z")])
        #expect(queue.entries[1].item.name == "x")
        queue.shuffle(.off, seed: 1)
        #expect(Self.text(queue) == "a[b]xcz")
    }

    // MARK: - Invariants

    @Test("is whole after any row of operations", arguments: 0..<20 as Range<UInt64>)
    func invariants(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var queue = Self.queue("abcde")
        for step in 0..<300 {
            let before = queue.current
            let (id, other) = (
                queue.entries.randomElement(using: &generator)?.id,
                queue.entries.randomElement(using: &generator)?.id
            )
            switch Int.random(in: 0..<14, using: &generator) {
            case 0: queue.prepend([Self.song("p\(step)"), Self.song("q\(step)")])
            case 1: queue.append([Self.song("r\(step)")])
            case 2: try queue.insert([Self.song("i\(step)")], after: other)
            case 3, 4: if let id { try queue.remove(id) }
            case 5, 6: if let id { try queue.move(id, after: other) }
            case 7: queue.advance()
            case 8: queue.skipToNext()
            case 9: queue.skipToPrevious(elapsed: Double(step % 5))
            case 10: if let id { try queue.skip(to: id) }
            case 11: queue.shuffle(.allCases.randomElement(using: &generator)!, seed: seed)
            case 12: queue.repeatMode = .allCases.randomElement(using: &generator)!
            default: queue.begin()
            }
            let ids = queue.entries.map(\.id)
            #expect(Set(ids).count == ids.count, "no entry is twice in it")
            #expect(queue.currentIndex.map(ids.indices.contains) ?? true)
            if let before, step % 14 < 3, let now = queue.current, ids.contains(before.id) {
                #expect(queue.entry(now.id) == now)
            }
            var restored = queue
            restored.shuffle(.off, seed: 0)
            #expect(Set(restored.entries) == Set(queue.entries), "mixing loses nothing")
            #expect(restored.current == queue.current)
        }
    }
}

extension [Int] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy(<) }
}
