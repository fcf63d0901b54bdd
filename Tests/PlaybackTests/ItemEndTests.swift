import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

@Suite("The end of an item", .timeLimit(.minutes(5)))
struct ItemEndTests {
    private let control = NullOutput.Control()

    /// A player with a queue, and what happens to it.
    private func player(
        _ items: [PlayerItem], _ action: ActionAtItemEnd, speed: Double = .infinity
    ) async -> (player: QueuePlayer, events: AsyncStream<PlayerEvent>) {
        let player = QueuePlayer(speed: speed, controlledBy: control)
        let events = await player.events()
        await player.setQueue(with: items)
        await player.setActionAtItemEnd(action)
        return (player, events)
    }

    /// Waits until the position is the end of the current item.
    private func expectEnd(of player: QueuePlayer, at index: Int) async throws {
        try await eventually("it is at the end of item \(index)") {
            let (duration, time) = await (player.currentDuration, player.currentPlaybackTime)
            return await player.indexOfNowPlayingItem == index && duration == time
        }
    }

    @Test(
        "leaves the item current, with the player paused or as one that plays",
        arguments: [(ActionAtItemEnd.pause, PlaybackState.paused), (.none, .playing)])
    func staying(action: ActionAtItemEnd, state: PlaybackState) async throws {
        let (player, events) = await player(Sweep.items("flac"), action)
        await player.play()
        try await expectEnd(of: player, at: 0)
        try await eventually("it is \(state)") { await player.playbackState == state }
        await player.skipToNextItem()
        #expect(await player.playbackState == state)
        await player.play()
        try await expectEnd(of: player, at: 1)
        await player.seek(to: 0)
        await player.play()
        try await expectEnd(of: player, at: 1)
        await player.close()
        var ends: [Int] = []
        for await case .itemDidPlayToEnd(let entry) in events { ends.append(entry.id.rawValue) }
        #expect(ends == [1, 2, 2])
    }

    @Test("is reported with the position of the item, and the time at which it ended")
    func moments() async throws {
        let player = QueuePlayer(speed: .infinity, controlledBy: control)
        let moments = await player.eventMoments()
        await player.setQueue(with: Sweep.items("flac"))
        await player.play()
        var ends: [[Double?]] = []
        for await moment in moments {
            if case .itemDidPlayToEnd = moment.event {
                ends.append([moment.index.map(Double.init), (moment.time * 44_100).rounded()])
            }
            if moment.event == .queueDidEnd { break }
        }
        await player.close()
        #expect(ends == Sweep.parts.enumerated().map { [Double($0), Double($1)] })
    }

    @Test("a player that stays as one that plays goes on after a seek")
    func seeking() async throws {
        let (player, events) = await player(Sweep.items("flac"), .none)
        await player.play()
        try await expectEnd(of: player, at: 0)
        await player.seek(to: 0)
        try await expectEnd(of: player, at: 0)
        await player.close()
        var count = 0
        for await case .itemDidPlayToEnd in events { count += 1 }
        #expect(count == 2)
    }

    /// A player that has decoded the second item, and has played nothing of the first.
    private func aheadPlayer(
        _ action: ActionAtItemEnd
    ) async throws -> (player: QueuePlayer, events: AsyncStream<PlayerEvent>) {
        control.isStalled = true
        let (player, events) = await player(Sweep.items("flac"), action)
        await player.play()
        let second = try #require(await player.queue.entries.dropFirst().first)
        try await eventually("the second item is decoded") {
            if case .readyToPlay = await player.status(of: second.id) { true } else { false }
        }
        return (player, events)
    }

    @Test("a pause counts although what follows is decoded already")
    func lateChoice() async throws {
        let (player, _) = try await aheadPlayer(.advance)
        await player.setActionAtItemEnd(.pause)
        control.isStalled = false
        try await expectEnd(of: player, at: 0)
        #expect(await player.playbackState == .paused)
        await player.close()
    }

    @Test("a pause that is taken back does not stop the queue")
    func takenBack() async throws {
        let (player, events) = try await aheadPlayer(.advance)
        await player.setActionAtItemEnd(.pause)
        await player.setActionAtItemEnd(.advance)
        control.isStalled = false
        var ends: [Int] = []
        for await event in events {
            if case .itemDidPlayToEnd(let entry) = event { ends.append(entry.id.rawValue) }
            if event == .queueDidEnd { break }
        }
        #expect(ends == [1, 2, 3])
        await player.close()
    }

    @Test("comes after the repeats of the item")
    func repeats() async throws {
        let (player, events) = await player(Sweep.items("flac"), .pause)
        await player.setNumberOfLoops(2)
        await player.play()
        try await eventually("it pauses") { await player.playbackState == .paused }
        try await expectEnd(of: player, at: 0)
        await player.close()
        var count = 0
        for await case .itemDidPlayToEnd in events { count += 1 }
        #expect(count == 3)
    }

    @Test("an item that cannot be played is skipped", arguments: ActionAtItemEnd.allCases)
    func failure(action: ActionAtItemEnd) async throws {
        let (player, _) = await player(
            [PlayerItem(.file("/nowhere/a.flac")), Sweep.item("1.flac"), Sweep.item("2.flac")],
            action)
        await player.play()
        switch action {
        case .advance:
            try await eventually("the queue ends") { await player.playbackState == .stopped }
        case .pause, .none: try await expectEnd(of: player, at: 1)
        }
        await player.close()
    }
}
