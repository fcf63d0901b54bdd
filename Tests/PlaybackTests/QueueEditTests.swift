import Foundation
import PhonolithFixtures
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithSound
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Changes that commands make of the queue in a library, with and without a player that plays it.
@Suite("The queue that commands change", .timeLimit(.minutes(20)))
struct QueueEditTests {
    private let folder: TemporaryFolder
    private let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.open(
            at: folder.url.appendingPathComponent("library.sqlite").path, for: .creating)
    }

    /// An item of six seconds; the file is the same for all.
    private func items(_ titles: String...) -> [PlayerItem] {
        titles.map { title in
            var item = PlayerItem(.file(MediaPath(Fixtures.url(of: "sweep/long.ogg").path)))
            item.title = title
            return item
        }
    }

    private func player(speed: Double = 1) -> QueuePlayer {
        QueuePlayer(to: .null(speed: speed), catalog: catalog, keepsQueue: true)
    }

    /// As a command makes it, which waits on its thread.
    private func change(_ edit: QueueEdit) async throws { try await Self.change(edit, in: catalog) }

    /// The same, of positions that are translated as a command does.
    private func change(_ edit: (PlayQueue) throws -> QueueEdit) async throws {
        try await change(edit(catalog.queue.kept().queue))
    }

    private static func change(_ edit: QueueEdit, in catalog: Catalog) async throws {
        try await catalog.asCommand { try $0.change(edit, patience: $1) }
    }

    private func kept() throws -> [String?] {
        try catalog.queue.kept().queue.entries.map(\.item.title)
    }

    @Test("is changed in the library where no player has it")
    func unplayed() async throws {
        try await change(.append(items("A", "B", "C")))
        try await change { try .moving(from: 3, to: 1, of: $0) }
        try await change(.prepend(items("D")))
        try await change { try .removing([2, 2], of: $0) }
        #expect(try kept() == ["D", "A", "B"])
        try await change { try .inserting(items("E", "F"), at: 2, of: $0) }
        try await change { try .inserting(items("G"), at: 6, of: $0) }
        try await change { try .inserting(items("H"), at: 1, of: $0) }
        #expect(try kept() == ["H", "D", "E", "F", "A", "B", "G"])
        try await change(.setModes(repeatMode: .all, shuffleMode: .songs, seed: 1))
        let queue = try catalog.queue.kept().queue
        #expect((queue.repeatMode, queue.shuffleMode) == (.all, .songs))
        try await change(.removeAll)
        #expect(try kept() == [])
    }

    @Test("is changed by its player, playing, paused or stopped, before the command ends")
    func played() async throws {
        // So slow that the item is not at its end before the edits are made, beside whatever other tests.
        let player = player(speed: 0.02)
        await player.setQueue(with: items("A"))
        // From then on it is the player's.
        try await eventually("the queue is kept") { try kept() == ["A"] }
        let states: [(QueuePlayer) async -> Void] = [
            { await $0.play() }, { await $0.pause() }, { await $0.stop() },
        ]
        for (enter, title) in zip(states, ["B", "C", "D"]) {
            await enter(player)
            try await change(.append(items(title)))
            #expect(await player.queue.entries.last?.item.title == title)
            #expect(try kept().last == title)
            // Before the current entry, which stays current.
            try await change { try .inserting(items("0"), at: 1, of: $0) }
            #expect(await player.queue.current?.item.title == "A")
            #expect(try kept().prefix(2) == ["0", "A"])
            try await change { try .removing([1], of: $0) }
        }
        try await change(.setModes(repeatMode: .one, shuffleMode: nil, seed: 0))
        #expect(await player.queue.repeatMode == .one)
        await player.close()
        #expect(try kept() == ["A", "B", "C", "D"])
        // And is the command's again.
        try await change { try .removing([1], of: $0) }
        #expect(try kept() == ["B", "C", "D"])
    }

    @Test("is not said to be kept by a player that cannot keep it")
    func unkept() async throws {
        let player = player()
        await player.setQueue(with: items("A"))
        try await eventually("the queue is kept") { try kept() == ["A"] }
        try await catalog.refusing(rowsOf: "queue_entries") { () async throws in
            let error = await #expect(throws: QueueEdit.Refusal.self) {
                try await change(.append(items("B")))
            }
            #expect(
                error?.description.hasPrefix(
                    "the player made the change, but cannot save its queue: ") == true)
            #expect(try kept() == ["A"])
        }
        try await change(.append(items("C")))
        #expect(try kept() == ["A", "B", "C"])
        await player.close()
    }

    @Test("loses nothing that is added the moment a player goes on with it", arguments: 1...5)
    func resumed(round: Int) async throws {
        try await change(.append(items("A")))
        let player = player()
        #expect(try await player.resumeKeptQueue())
        try await change(.append(items("B")))
        #expect(await player.queue.entries.map(\.item.title) == ["A", "B"])
        await player.close()
        #expect(try kept() == ["A", "B"])
    }

    @Test("plays what is added while the last item ends")
    func lastSeconds() async throws {
        let control = NullOutput.Control()
        let player = QueuePlayer(
            speed: 1, controlledBy: control, library: catalog, keepsQueue: true)
        let events = await player.events()
        await player.setQueue(with: items("A"))
        // From then on it is the player's.
        try await eventually("the queue is kept") { try kept() == ["A"] }
        await player.seek(to: 5.5)
        control.isStalled = true
        await player.play()
        try await change(.append(items("B")))
        control.isStalled = false
        var heard: [String?] = []
        for await event in events {
            if case .nowPlayingItemDidChange(let entry?) = event { heard.append(entry.item.title) }
            if heard.last == "B" || event == .queueDidEnd { break }
        }
        await player.close()
        #expect(heard.last == "B")
        #expect(try catalog.queue.kept().queue.current?.item.title == "B")
    }

    @Test("is another program's while it does not play")
    func anotherPrograms() async throws {
        var items = items("A", "B", "C")
        for index in items.indices { items[index].startTime = Double(index) }
        let player = player()
        await player.setQueue(with: Array(items[..<2]))
        try await eventually("the queue is kept") { try kept() == ["A", "B"] }
        await player.play()
        let edit = QueueEdit.replace(
            Set(try catalog.queue.kept().queue.entries.map(\.id)), with: Array(items[1...]),
            currentIndex: 1, time: 2.5)
        let refusal = await #expect(throws: QueueEdit.Refusal.self) { try await change(edit) }
        #expect(
            refusal?.description
                == "the queue is playing; pause its player, or change the queue there")
        #expect(try kept() == ["A", "B"])
        await player.pause()
        try await change(edit)
        #expect(await player.queue.current?.item.title == "C")
        #expect(await player.currentPlaybackTime == 2.5)
        let queue = try catalog.queue.kept()
        #expect(try kept() == ["B", "C"])
        #expect((queue.queue.current?.item.title, queue.time) == ("C", 2.5))
        await player.close()
    }

    @Test("stays the same queue, as far as another program that keeps its own knows it")
    func replaced() throws {
        var items = items("A", "B", "C", "D")
        for index in items.indices { items[index].startTime = Double(index) }
        var queue = PlayQueue(items, startingAt: 1)
        queue.repeatMode = .all
        queue.shuffle(.songs, seed: 1)
        func replace(_ others: [PlayerItem], at index: Int, unknown: Set<Int> = []) throws {
            let known = queue.entries.map(\.id).filter { !unknown.contains($0.rawValue) }
            try queue.apply(
                .replace(Set(known), with: others, currentIndex: index, time: 0))
        }
        // The same entries: only the place is another.
        let shuffled = queue
        try replace(shuffled.entries.map(\.item), at: 3)
        #expect(queue.entries == shuffled.entries)
        #expect((queue.currentIndex, queue.shuffleMode) == (3, .songs))

        queue.shuffle(.off, seed: 0)
        try replace([items[2], items[0], items[2]], at: 2, unknown: [4])
        #expect(queue.entries.map(\.id.rawValue) == [3, 4, 1, 5])
        #expect((queue.currentIndex, queue.repeatMode, queue.shuffleMode) == (3, .all, .off))
        // Another queue altogether.
        try replace([items[1]], at: 0, unknown: [4])
        #expect(queue.entries.map(\.item) == [items[1]])
    }

    /// The lock, as a player has it.
    private func playersLock() throws -> QueueLock {
        guard case .taken(let lock) = try QueueLock.takeToPlay(for: catalog) else {
            throw QueueEdit.Refusal(description: "another program has the queue")
        }
        return lock
    }

    @Test("is not changed by a request that was taken back, or not waited for")
    func abandoned() throws {
        let lock = try playersLock()
        let refusal = #expect(throws: QueueEdit.Refusal.self) {
            try catalog.queue.change(.removeAll, patience: .milliseconds(100))
        }
        #expect(
            refusal?.description
                == "the player of this queue (process \(getpid())) does not answer, and may hang; end it with kill \(getpid())"
        )
        #expect(try catalog.queue.takeRequest() == nil)
        // Of a program that was killed.
        _ = try catalog.queue.request("", by: "x", within: -1)
        #expect(try catalog.queue.takeRequest() == nil)
        withExtendedLifetime(lock) {}
    }

    @Test(
        "is refused in a line with the process, the cause and the remedy where the player does not answer",
        arguments: [
            (
                12, true, false,
                "the player of this queue (process 12) does not answer, because it is stopped; continue it with kill -CONT 12"
            ),
            (
                12, false, false,
                "the player of this queue (process 12) does not answer, and may hang; end it with kill 12"
            ),
            (
                nil, false, false,
                "the player of this queue does not answer, and may hang; end it, or change the queue there"
            ),
            (
                12, true, true,
                "the player of this queue (process 12) does not answer, because it is stopped; continue it with kill -CONT 12; whether it made the change shows phonolith queue"
            ),
        ] as [(Int32?, Bool, Bool, String)])
    func silence(process: Int32?, isStopped: Bool, hasBegun: Bool, text: String) {
        let refusal = QueueEdit.Refusal(
            silenceOfPlayer: process, isStopped: isStopped, hasBegun: hasBegun)
        #expect(refusal.description == text)
    }

    @Test(
        "is changed once, if its player ends after the change, and if it ends before",
        arguments: [false, true])
    func unanswered(isChanged: Bool) async throws {
        try await change(.append(items("A")))
        let (catalog, edit) = (catalog, QueueEdit.append(items("B")))
        var lock: QueueLock? = try playersLock()
        async let added: Void = Self.change(edit, in: catalog)
        var request: ReceivedRequest?
        try await eventually("the player is asked") {
            request = try catalog.queue.takeRequest()
            return request != nil
        }
        let asked = try #require(request)
        #expect(try QueueRequest(json: asked.edit) == .edit(edit))
        #expect(try catalog.queue.takeRequest() == nil)
        #expect(try catalog.queue.state(of: asked.id) == .taken)
        if isChanged {
            var queue = try catalog.queue.kept()
            try queue.apply(edit)
            try catalog.queue.keep(queue, for: [asked.id])
        }
        #expect(lock?.isHeld == true)
        lock = nil
        try await added
        #expect(try kept() == ["A", "B"])
        #expect(try catalog.queue.state(of: asked.id) == .gone)
    }

    @Test(
        "has locks with the rights of the library, for all who share it", arguments: [0o600, 0o664])
    func lockRights(rights: Int) throws {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: rights], ofItemAtPath: catalog.path)
        let lock = try playersLock()
        let found = try QueueRight.allCases.map { right in
            let path = catalog.queue.lockFile(right).description
            return try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(found == [rights, rights])
        withExtendedLifetime(lock) {}
    }

    @Test("is not another player's, which sees so at once")
    func otherPlayer() throws {
        let lock = try playersLock()
        guard case .held = try QueueLock.takeToPlay(for: catalog) else {
            Issue.record("two players have the queue")
            return
        }
        withExtendedLifetime(lock) {}
    }

    @Test(
        "refuses positions and entries that it does not have, with and without a player",
        arguments: [false, true])
    func refusals(isPlayed: Bool) async throws {
        let player = isPlayed ? player() : nil
        try await change(.append(items("A", "B")))
        if let player { #expect(try await player.resumeKeptQueue()) }
        let queue = try catalog.queue.kept().queue
        let edits: [() throws -> QueueEdit] = [
            { try .removing([1, 3], of: queue) }, { try .moving(from: 3, to: 1, of: queue) },
            { try .moving(from: 1, to: 3, of: queue) },
        ]
        for edit in edits {
            let refusal = #expect(throws: QueueEdit.Refusal.self) { try edit() }
            #expect(refusal?.description == "3: not a position in the queue; it has 2 entries")
        }
        for position in [0, 4] {
            let refusal = #expect(throws: QueueEdit.Refusal.self) {
                try QueueEdit.inserting(items("C"), at: position, of: queue)
            }
            #expect(
                refusal?.description
                    == "\(position): not a position in the queue; it has 2 entries")
        }
        // Entries that were there when somebody looked, and are no more.
        let (first, second) = (queue.entries[0].id, queue.entries[1].id)
        try await change(.remove([first]))
        for edit in [
            QueueEdit.remove([second, first]), .move(first, after: nil),
            .move(second, after: first), .insert(items("C"), after: first),
        ] {
            let refusal = await #expect(throws: QueueEdit.Refusal.self) { try await change(edit) }
            #expect(
                refusal?.description
                    == "the queue has changed meanwhile; see phonolith queue, and try again")
        }
        #expect(try kept() == ["B"])
        await player?.close()
    }
}
