import PhonolithMediaModel
import PhonolithPlayback
import Testing

/// Changes of a queue by chance, by its user, by programs and by the library, against the simplest model of it.
@Suite("A play queue and its model")
struct PlayQueueModelTests {
    @Test("are the same after any row of changes", arguments: 0..<60 as Range<UInt64>)
    func changes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (queue, model, log) = (PlayQueue(), Model(), [String]())
        for step in 0..<200 {
            let change = Change.random(step, of: model, using: &generator)
            log.append("\(change)")
            // A change may name an entry that is gone, or hidden, and then does nothing.
            let isRefused = (try? Self.make(change, of: &queue)) == nil
            #expect(model.make(change, shuffled: queue.all.map(\.id.rawValue)) == !isRefused)
            let isSame = Model(queue) == model
            let words = "seed \(seed): \(log.suffix(6).joined(separator: ", "))"
            #expect(isSame, "\(words): \(Model(queue)), not \(model)")
            guard isSame else { return }
        }
    }

    private static func item(_ name: Int) -> PlayerItem {
        PlayerItem(.file(MediaPath("/\(name)")))
    }

    private static func make(_ change: Change, of queue: inout PlayQueue) throws {
        func id(_ number: Int) -> PlayQueue.Entry.ID { .init(rawValue: number) }
        switch change {
        case .append(let names): try queue.apply(.append(names.map(item)))
        case .prepend(let names): try queue.apply(.prepend(names.map(item)))
        case .insert(let names, let place):
            try queue.apply(.insert(names.map(item), after: place.map(id)))
        case .remove(let ids): try queue.apply(.remove(ids.map(id)))
        case .move(let moved, let place):
            try queue.apply(.move(id(moved), after: place.map(id)))
        case .removeAll: try queue.apply(.removeAll)
        case .replace(let ids, let names, let index):
            try queue.apply(
                .replace(Set(ids.map(id)), with: names.map(item), currentIndex: index, time: 0))
        case .shuffle(let mode, let seed):
            try queue.apply(.setModes(repeatMode: nil, shuffleMode: mode, seed: seed))
        case .repeating(let mode):
            try queue.apply(.setModes(repeatMode: mode, shuffleMode: nil, seed: 0))
        case .next: queue.skipToNext()
        case .goTo(let place): try queue.skip(to: id(place))
        case .hide(let hidden):
            let stored = queue.all.map {
                PlayQueue.Entry(
                    id: $0.id, item: $0.item, isHidden: hidden.contains($0.id.rawValue))
            }
            queue.takeOver(PlayQueue(all: stored), since: queue)
        }
    }
}

private enum Change {
    case append([Int]), prepend([Int])
    case insert([Int], after: Int?)
    case remove([Int])
    case move(Int, after: Int?)
    case removeAll
    case replace([Int], with: [Int], currentIndex: Int?)
    case shuffle(PlayQueue.ShuffleMode, seed: UInt64)
    case repeating(PlayQueue.RepeatMode)
    case next
    case goTo(Int)
    /// These entries are in a closed root now, and no others.
    case hide(Set<Int>)

    static func random(
        _ step: Int, of model: Model, using generator: inout SeededGenerator
    ) -> Change {
        let names = [step * 10, step * 10 + 1].prefix(Int.random(in: 1...2, using: &generator))
        let shown = model.all.filter { !$0.isHidden }
        // Now and then one that is hidden, or was never there.
        func some() -> Int {
            let usual = Int.random(in: 0..<12, using: &generator) > 0
            return (usual ? shown : model.all).randomElement(using: &generator)?.id ?? 999
        }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<3: return .append(Array(names))
        case 3, 4: return .prepend(Array(names))
        case 5, 6: return .insert(Array(names), after: step % 5 == 0 ? nil : some())
        case 7, 8: return .remove([some(), some()])
        case 9, 10: return .move(some(), after: step % 5 == 0 ? nil : some())
        case 11: return step % 4 == 0 ? .removeAll : .next
        case 12:
            let known = shown.filter { _ in Bool.random(using: &generator) }
            // Some of them in another order, and others; or the same.
            let kept = Bool.random(using: &generator) ? known : known.shuffled(using: &generator)
            let new = kept.map(\.name) + (step % 3 == 0 ? [] : names)
            return .replace(
                known.map(\.id), with: new,
                currentIndex: new.indices.randomElement(using: &generator))
        case 13:
            return .shuffle(.allCases.randomElement(using: &generator) ?? .off, seed: UInt64(step))
        case 14: return .repeating(.allCases.randomElement(using: &generator) ?? .none)
        case 15: return .next
        case 16: return .goTo(some())
        default:
            let hidden = model.all.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            return .hide(Set(hidden.map(\.id)))
        }
    }
}

/// What a queue is after each change, computed in the simplest way.
private struct Model: Equatable {
    struct Entry: Equatable {
        var id: Int
        var name: Int
        var isHidden = false
    }

    var all: [Entry] = []
    var own: [Int] = []
    var current: Int?
    var repeatMode = PlayQueue.RepeatMode.none
    var shuffleMode = PlayQueue.ShuffleMode.off
    private var nextID = 1

    init() {}

    init(_ queue: PlayQueue) {
        all = queue.all.map { entry in
            guard case .file(let path) = entry.item.source else { return Entry(id: 0, name: 0) }
            return Entry(
                id: entry.id.rawValue, name: Int(path.lastComponent.description) ?? 0,
                isHidden: entry.isHidden)
        }
        own = (queue.ownOrder ?? queue.all.map(\.id)).map(\.rawValue)
        current = queue.current?.id.rawValue
        (repeatMode, shuffleMode) = (queue.repeatMode, queue.shuffleMode)
        nextID = queue.nextNumber
        let shown = queue.all.filter { !$0.isHidden }
        if shown != queue.entries || queue.currentIndex.map(shown.indices.contains) == false {
            current = -1
        }
    }

    private var shown: [Int] { all.filter { !$0.isHidden }.map(\.id) }

    /// Does what a change is to do.
    ///
    /// - Parameter shuffled: The order of the queue after it, for there is no other way to know a mixed one.
    /// - Returns: Whether it can be done.
    mutating func make(_ change: Change, shuffled: [Int]) -> Bool {
        let before = (shown, current)
        switch change {
        case .append(let names): insert(names, at: all.count, own: own.count)
        case .prepend(let names): insert(names, after: current)
        case .insert(let names, let place):
            guard isShown(place) else { return false }
            insert(names, after: place)
        case .remove(let ids):
            guard ids.allSatisfy(isShown) else { return false }
            all.removeAll { ids.contains($0.id) }
            own.removeAll(where: ids.contains)
        case .move(let id, let place):
            guard isShown(id), isShown(place) else { return false }
            if id != place, let from = all.firstIndex(where: { $0.id == id }) {
                let moved = all.remove(at: from)
                own.removeAll { $0 == id }
                let places = places(after: place)
                all.insert(moved, at: places.all)
                own.insert(id, at: places.own)
            }
        case .removeAll:
            all.removeAll { !$0.isHidden }
            own.removeAll { id in !all.contains { $0.id == id } }
        case .replace(let ids, let names, let index):
            replace(ids, with: names, index)
            return true
        case .shuffle(let mode, _):
            let order = mode == .off ? own : shuffled
            guard order.sorted() == own.sorted() else { return false }
            all.sort { (order.firstIndex(of: $0.id) ?? 0) < (order.firstIndex(of: $1.id) ?? 0) }
            shuffleMode = mode
            if mode == .songs, let current { return all.first?.id == current }
        case .repeating(let mode): repeatMode = mode
        case .next:
            guard let current, let place = shown.firstIndex(of: current) else { break }
            let isLast = place + 1 == shown.count
            self.current = isLast ? (repeatMode == .none ? nil : shown[0]) : shown[place + 1]
            return true
        case .goTo(let id):
            guard isShown(id) else { return false }
            current = id
        case .hide(let ids):
            for index in all.indices { all[index].isHidden = ids.contains(all[index].id) }
        }
        if shuffleMode == .off { own = all.map(\.id) }
        if case .goTo = change { return true }
        // What was current is, or the next one after it that is left.
        if let old = before.1, !shown.contains(old) {
            let place = before.0.firstIndex(of: old) ?? 0
            let after = before.0[place...].first(where: shown.contains)
            current = after ?? (repeatMode == .none ? nil : before.0.first(where: shown.contains))
        }
        return true
    }

    private func isShown(_ id: Int?) -> Bool { id.map(shown.contains) ?? true }

    private func places(after id: Int?) -> (all: Int, own: Int) {
        guard let id else { return (0, 0) }
        return ((all.firstIndex { $0.id == id } ?? -1) + 1, (own.firstIndex(of: id) ?? -1) + 1)
    }

    private mutating func new(_ name: Int) -> Entry {
        nextID += 1
        return Entry(id: nextID - 1, name: name)
    }

    private mutating func insert(_ names: [Int], after id: Int?) {
        let places = places(after: id)
        insert(names, at: places.all, own: places.own)
    }

    private mutating func insert(_ names: [Int], at place: Int, own ownPlace: Int) {
        let entries = names.map { new($0) }
        all.insert(contentsOf: entries, at: place)
        own.insert(contentsOf: entries.map(\.id), at: ownPlace)
    }

    private mutating func replace(_ ids: [Int], with names: [Int], _ index: Int?) {
        var known = all.filter { ids.contains($0.id) }
        var entries = known
        if known.map(\.name) != names {
            entries = names.map { name in
                if let place = known.firstIndex(where: { $0.name == name }) {
                    return known.remove(at: place)
                }
                return new(name)
            }
            let isSame = entries.contains { ids.contains($0.id) }
            // From behind, so that each comes right after the one before it.
            var result = entries
            for (place, entry) in all.enumerated().reversed()
            where entry.isHidden || isSame && !ids.contains(entry.id) {
                let before = all[..<place].last { old in entries.contains { $0.id == old.id } }
                let at = before.flatMap { old in result.firstIndex { $0.id == old.id } }
                result.insert(entry, at: at.map { $0 + 1 } ?? 0)
            }
            all = result
            own = all.map(\.id)
            shuffleMode = .off
        }
        current = index.flatMap { entries.indices.contains($0) ? entries[$0].id : nil }
    }
}
