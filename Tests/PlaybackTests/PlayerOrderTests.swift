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
import Synchronization
import Testing

/// Orders of other programs to the player of a queue.
@Suite("The player that commands control", .timeLimit(.minutes(20)))
struct PlayerOrderTests {
    private let folder: TemporaryFolder
    private let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.open(
            at: folder.url.appendingPathComponent("library.sqlite").path, for: .creating)
    }

    /// An order to a player of three items of six seconds in a state, and what is so then.
    struct Row: Sendable, CustomTestStringConvertible {
        var order: PlayerOrder
        /// `nil` for the state before.
        var state: String?
        var position: Int? = 1
        var volume = 0.5
        var refusal: String?
        var testDescription: String { "\(order)" }
    }

    private static let rows = [
        Row(order: .report), Row(order: .play, state: "playing"), Row(order: .next, position: 2),
        Row(order: .previous), Row(order: .stop, state: "stopped"),
        Row(order: .goTo(3), state: "playing", position: 3),
        Row(order: .goTo(4), refusal: "4: not a position in the queue; it has 3 entries"),
        Row(order: .goTo(0), refusal: "0: not a position in the queue; it has 3 entries"),
        Row(order: .setVolume(0.8), volume: 0.8),
        Row(order: .changeVolume(by: -0.25), volume: 0.25),
        Row(order: .changeVolume(by: 1), volume: 1),
    ]

    @Test(
        "obeys and reports, playing, paused and stopped", arguments: rows,
        ["playing", "paused", "stopped"])
    func orders(_ row: Row, in state: String) async throws {
        // So slow that no item ends by itself, beside whatever other tests.
        let player = QueuePlayer(to: .null(speed: 0.02), catalog: catalog, keepsQueue: true)
        await player.setQueue(
            with: Array(
                repeating: PlayerItem(.file(MediaPath(Fixtures.url(of: "sweep/long.ogg").path))),
                count: 3))
        await player.setVolume(0.5)
        if state != "stopped" { await player.play() }
        if state == "paused" { await player.pause() }
        try await eventually("the queue is kept") { try catalog.queue.kept().queue.count == 3 }
        if let refusal = row.refusal {
            let error = await #expect(throws: QueueEdit.Refusal.self) {
                _ = try await order(row.order)
            }
            #expect(error?.description == refusal)
        } else {
            let report = try #require(try await order(row.order))
            #expect(report.state == row.state ?? state)
            #expect(report.position == row.position)
            #expect(report.count == 3)
            #expect(report.volume == row.volume)
        }
        await player.close()
    }

    @Test(
        "pauses what plays, and plays what does not",
        arguments: [("playing", "paused"), ("paused", "playing"), ("stopped", "playing")])
    func toggle(state: String, result: String) async throws {
        let player = QueuePlayer(to: .null(speed: 0.02), catalog: catalog, keepsQueue: true)
        await player.setQueue(
            with: [PlayerItem(.file(MediaPath(Fixtures.url(of: "sweep/long.ogg").path)))])
        if state != "stopped" { await player.play() }
        if state == "paused" { await player.pause() }
        try await eventually("the queue is kept") { try catalog.queue.kept().queue.count == 1 }
        #expect(try await order(.toggle)?.state == result)
        await player.close()
    }

    @Test("seeks in what is open, and refuses a time after its end")
    func seeking() async throws {
        let player = QueuePlayer(to: .null(speed: 0.02), catalog: catalog, keepsQueue: true)
        await player.setQueue(
            with: [PlayerItem(.file(MediaPath(Fixtures.url(of: "sweep/long.ogg").path)))])
        await player.play()
        try await eventually("it is open") { await player.canSeek }
        try await eventually("the queue is kept") { try catalog.queue.kept().queue.count == 1 }
        await player.pause()
        let sought = try await order(.setTime(3))?.time
        #expect(abs((sought ?? 0) - 3) < 0.1)
        let later = try await order(.seek(by: 1.5))?.time
        #expect(abs((later ?? 0) - 4.5) < 0.1)
        let back = try await order(.seek(by: -9))?.time
        #expect(abs((back ?? 9)) < 0.1)
        await #expect(throws: QueueEdit.Refusal.self) { _ = try await order(.setTime(60)) }
        await player.close()
    }

    @Test("is none where nothing plays, where it plays another user's queue, and after its end")
    func nobody() async throws {
        #expect(try await order(.report) == nil)
        let player = QueuePlayer(to: .null(speed: 0.02), catalog: catalog, keepsQueue: true)
        await player.setQueue(
            with: [PlayerItem(.file(MediaPath(Fixtures.url(of: "sweep/long.ogg").path)))])
        try await eventually("the queue is kept") { try catalog.queue.kept().queue.count == 1 }
        let anna = catalog.acting(as: try catalog.users.add("Anna").id)
        #expect(try await order(.pause, in: anna) == nil)
        #expect(try await order(.report) != nil)
        await player.close()
        #expect(try await order(.report) == nil)
    }

    private func order(_ order: PlayerOrder, in other: Catalog? = nil) async throws -> PlayerReport?
    {
        let report = Mutex<PlayerReport?>(nil)
        try await (other ?? catalog).asCommand { queue, patience in
            let answer = try queue.order(order, patience: patience)
            report.withLock { $0 = answer }
        }
        return report.withLock(\.self)
    }
}
