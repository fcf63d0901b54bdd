import Foundation
import PhonolithFixtures
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// A player whose files go away, because a root is closed to its user or a disk is removed.
@Suite("A player of entries that come and go", .timeLimit(.minutes(20)))
struct HiddenEntryTests {
    private let folder: TemporaryFolder
    private let owner: Catalog
    private let anna: Catalog

    /// A library with the roots "open" and "closed", of an item each, and the user Anna.
    init() async throws {
        folder = try TemporaryFolder()
        owner = try Catalog.open(
            at: folder.url.appendingPathComponent("library.sqlite").path, for: .creating)
        let roots = ["open", "closed"].map(folder.url.appendingPathComponent)
        for root in roots {
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: Fixtures.url(of: "sweep/long.ogg"),
                to: root.appendingPathComponent("\(root.lastPathComponent).ogg"))
        }
        _ = try await LibraryScanner(catalog: owner).scan(
            roots.map { MediaPath($0.path) }, options: ScanOptions())
        anna = owner.acting(as: try owner.users.add("Anna").id)
    }

    private func setClosed(_ isClosed: Bool) throws {
        let root = try #require(
            try owner.roots.all().first { $0.path.description.hasSuffix("/closed") }
        ).id
        try owner.users.setRoots(
            closed: isClosed ? [root] : [], open: isClosed ? [] : [root],
            for: owner.users.user(named: "Anna"))
    }

    private func names(_ queue: PlayQueue) -> [String] {
        queue.entries.map { entry in
            guard case .file(let path) = entry.item.source else { return "" }
            return path.lastComponent.description
        }
    }

    @Test("goes on without what is hidden, takes positions as they are shown, and has it again")
    func closedRoot() async throws {
        let items = try anna.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
        let player = QueuePlayer(to: .null(speed: 1), catalog: anna, keepsQueue: true)
        // "closed.ogg", "open.ogg", "closed.ogg", "open.ogg"
        await player.setQueue(with: (items + items).map(PlayerItem.init))
        // Paused, so that it is where it was however long the rest takes.
        await player.play()
        await player.pause()
        try await eventually("the queue is kept") { try anna.queue.kept().queue.count == 4 }
        try setClosed(true)
        try await eventually("the player has seen it") { await player.queue.count == 2 }
        #expect(names(await player.queue) == ["open.ogg", "open.ogg"])
        #expect(await player.queue.current?.id.rawValue == 2)

        try await anna.asCommand {
            try $0.change(.removing([2], of: $0.kept().queue), patience: $1)
        }
        #expect(await player.queue.entries.map(\.id.rawValue) == [2])
        try await anna.asCommand {
            try $0.keep(
                [items[1].persistentID], currentIndex: 0, time: 2.5, by: "App", patience: $1)
        }
        #expect(await player.currentPlaybackTime == 2.5)
        try setClosed(false)
        try await eventually("the player has seen it") { await player.queue.count == 3 }
        #expect(names(await player.queue) == ["closed.ogg", "open.ogg", "closed.ogg"])
        #expect(await player.queue.current?.id.rawValue == 2)
        await player.close()
        #expect(try anna.queue.kept().queue.entries.map(\.id.rawValue) == [1, 2, 3])
    }

    @Test("gives new entries other numbers than those that come back")
    func numbers() async throws {
        let items = try anna.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
        try await anna.asCommand {
            try $0.change(.append(items.map(PlayerItem.init)), patience: $1)
        }
        try setClosed(true)
        let player = QueuePlayer(to: .null(speed: 1), catalog: anna, keepsQueue: true)
        await player.setQueue(with: [PlayerItem(items[1])])
        // The hidden entry has the number 1, too, until then.
        try await eventually("the queue is kept") {
            try anna.queue.kept().queue.entries.map(\.id.rawValue) == [1]
        }
        try setClosed(false)
        try await eventually("the player has seen it") { await player.queue.count == 2 }
        await player.append([PlayerItem(items[1])])
        #expect(Set(await player.queue.entries.map(\.id)).count == 3)
        await player.close()
        #expect(try anna.queue.kept().queue.count == 3)
    }

    @Test("keeps its place where nothing can be played")
    func missing() async throws {
        let items = [1, 2, 3].map { PlayerItem(.file(MediaPath("/nowhere/\($0).ogg"))) }
        try owner.queue.keep(KeptQueue(PlayQueue(items, startingAt: 1), time: 3.5))
        let player = QueuePlayer(to: .null(speed: 1), catalog: owner, keepsQueue: true)
        let events = await player.events()
        #expect(try await player.resumeKeptQueue())
        await player.play()
        for await event in events where event == .queueDidEnd { break }
        await player.close()
        let kept = try owner.queue.kept()
        #expect((kept.queue.currentIndex, kept.time) == (1, 3.5))
    }
}
