/// What became of a queue, in the words of MPRIS's TrackList.
package enum TrackListChange: Hashable, Sendable {
    /// An entry stands after another, or before all for `nil`.
    case added(PlayQueue.Entry, after: PlayQueue.Entry.ID?)
    case removed(PlayQueue.Entry.ID)
    /// There are too many changes to announce them one by one.
    case replaced

    /// The maximum number of single changes to announce.
    private static let most = 50

    /// What leads from one row of entries to another, in its order.
    package static func changes(
        from old: [PlayQueue.Entry], to new: [PlayQueue.Entry]
    ) -> [TrackListChange] {
        let (before, after) = (Set(old.map(\.id)), Set(new.map(\.id)))
        let kept = old.map(\.id).filter(after.contains)
        guard kept == new.map(\.id).filter(before.contains) else { return [.replaced] }
        let count = old.count + new.count - 2 * kept.count
        guard count <= most, !kept.isEmpty || count == 0 else { return [.replaced] }
        let removals = old.filter { !after.contains($0.id) }.map { Self.removed($0.id) }
        let additions = new.indices.filter { !before.contains(new[$0].id) }.map {
            Self.added(new[$0], after: $0 > 0 ? new[$0 - 1].id : nil)
        }
        return removals + additions
    }
}
