import Playback
import Testing

@Suite("What the bus is told of a queue's change")
struct TrackListChangeTests {
    /// What changes when something is done to a queue of three.
    private func changes(_ edit: (inout PlayQueue) throws -> Void) rethrows -> [TrackListChange] {
        var queue = PlayQueue()
        queue.append(Sweep.items("flac"))
        let before = queue.entries
        try edit(&queue)
        return TrackListChange.changes(from: before, to: queue.entries)
    }

    @Test("is each entry that came, and behind which")
    func added() throws {
        var added: [PlayQueue.Entry] = []
        let changes = try changes { queue in
            let (first, last) = (queue.entries[0].id, queue.entries[2].id)
            try queue.insert([Sweep.item("1.mp3")], after: nil)
            try queue.insert([Sweep.item("2.mp3"), Sweep.item("3.mp3")], after: last)
            added = [queue.entries[0], queue.entries[4], queue.entries[5]]
            #expect(queue.entries[1].id == first)
        }
        let (first, second, third) = (added[0], added[1], added[2])
        #expect(
            changes == [
                .added(first, after: nil), .added(second, after: .init(rawValue: 3)),
                .added(third, after: second.id),
            ])
    }

    @Test("is each entry that went")
    func removed() throws {
        let changes = try changes { try $0.remove(.init(rawValue: 2)) }
        #expect(changes == [.removed(.init(rawValue: 2))])
    }

    @Test("is nothing where nothing changed")
    func same() { #expect(changes { _ in } == []) }

    @Test("is the whole where entries moved, or all are others, or many")
    func replaced() throws {
        #expect(
            try changes { try $0.move(.init(rawValue: 1), after: .init(rawValue: 3)) } == [
                .replaced
            ])
        #expect(
            changes {
                $0.removeAll()
                $0.append(Sweep.items("mp3"))
            } == [.replaced])
        #expect(changes { $0.append((0..<51).map { _ in Sweep.item("1.mp3") }) } == [.replaced])
        #expect(changes { $0.removeAll() } == [.replaced])
    }
}
