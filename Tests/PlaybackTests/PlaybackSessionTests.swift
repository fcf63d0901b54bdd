import PhonolithLibav
import PhonolithMediaModel
import Testing

@testable import PhonolithPlayback

/// The entry after the one that is decoded, in a queue of five that are called by their numbers, from 1.
@Suite("What follows") struct PlaybackSessionTests {
    private func queue(_ repeatMode: PlayQueue.RepeatMode, current: Int) -> PlayQueue {
        var queue = PlayQueue(
            (1...5).map { PlayerItem(.file(MediaPath("/\($0)"))) }, startingAt: current - 1)
        queue.repeatMode = repeatMode
        return queue
    }

    private func session(
        feeding: Int, failed: [Int] = [], loopsLeft: Int = 0, in queue: PlayQueue
    ) throws -> PlaybackSession {
        var session = PlaybackSession()
        session.feeding = queue.entry(.init(rawValue: feeding))
        session.loopsLeft = loopsLeft
        for number in failed {
            let entry = try #require(queue.entry(.init(rawValue: number)))
            session.statuses[entry.id] = .failed(
                PlayerItemError(AVError(code: -2, function: "open"), item: entry.item))
        }
        return session
    }

    @Test(
        "is the next entry that can be played, or the same again",
        arguments: [
            // The mode, what is decoded, what failed, how often it is to be repeated, and what follows.
            (.none, 1, [], 0, 2), (.none, 5, [], 0, nil), (.all, 5, [], 0, 1),
            (.one, 3, [], 0, 3), (.none, 3, [], 2, 3), (.none, 3, [], -1, 3),
            (.none, 1, [2, 3], 0, 4), (.all, 4, [5, 1], 0, 2), (.one, 3, [3], 0, 4),
            (.none, 4, [5], 0, nil), (.all, 1, [1, 2, 3, 4, 5], 0, nil),
        ] as [(PlayQueue.RepeatMode, Int, [Int], Int, Int?)])
    func following(
        mode: PlayQueue.RepeatMode, feeding: Int, failed: [Int], loops: Int, next: Int?
    ) throws {
        let queue = queue(mode, current: feeding)
        let session = try session(feeding: feeding, failed: failed, loopsLeft: loops, in: queue)
        #expect(session.following(in: queue)?.id.rawValue == next)
    }

    @Test("is what is current, where what is decoded was taken out of the queue")
    func removed() throws {
        var queue = queue(.none, current: 2)
        let session = try session(feeding: 2, in: queue)
        try queue.remove(.init(rawValue: 2))
        #expect(session.following(in: queue)?.id.rawValue == 3)
        #expect(!session.isInOrder(in: queue))
    }

    @Test(
        "is in order as long as what is decoded comes next, whatever failed before it",
        arguments: [
            (.none, 2, 2, [], true), (.none, 2, 3, [], true), (.none, 2, 1, [], false),
            (.all, 5, 1, [], true), (.none, 5, 1, [], false), (.one, 2, 3, [], false),
            (.none, 1, 4, [2, 3], true),
        ] as [(PlayQueue.RepeatMode, Int, Int, [Int], Bool)])
    func order(
        mode: PlayQueue.RepeatMode, heard: Int, feeding: Int, failed: [Int], isInOrder: Bool
    ) throws {
        let queue = queue(mode, current: heard)
        let session = try session(feeding: feeding, failed: failed, in: queue)
        #expect(session.isInOrder(in: queue) == isInOrder)
    }

    @Test("counts loops where an entry is decoded again")
    func loops() throws {
        let queue = queue(.none, current: 1)
        var session = try session(feeding: 1, loopsLeft: 2, in: queue)
        let (first, second) = (queue.entries[0], queue.entries[1])
        var left: [Int] = []
        for entry in [first, first, second, first] {
            session.named = entry
            let wasNamed = session.feed(entry, loops: 3)
            #expect(wasNamed)
            left.append(session.loopsLeft)
        }
        #expect(left == [1, 0, 3, 3])
        let wasNamed = session.feed(second, loops: 0)
        #expect(!wasNamed)
    }
}
