/// Finds out which files that came are files that went: a pure function of what is known of both. The
/// strongest sign decides first, and only where it is unique (``UniquePairing``).
package enum MoveMatching {
    /// The matches, strongest first.
    package static func matches(gone: [FileTrace], new: [FileTrace]) -> [FileMatch] {
        var pairing = UniquePairing(left: gone, right: new)
        pairing.pair(by: { SameFile($0) })
        // A disk may be mounted elsewhere, under another number; its files are still the same.
        pairing.pair(by: { SameFileElsewhere($0) })
        pairing.removeLeft(where: \.isOutOfReach)
        pairing.pair(by: { FileWithAudio($0) })
        pairing.pair(by: { NamedAudio($0, folders: 1) })
        pairing.pair(by: { NamedAudio($0, folders: 0) })
        pairing.pair(by: { TaggedAudio($0) })
        pairing.pair(by: \.signature)
        pairing.pair(by: \.musicBrainzTrackID)
        pairing.pair(by: { Tags($0) })
        pairing.pair(by: { AlbumPlace($0) }, where: FileTrace.areAsLong)
        // Whoever has come to a path and is nothing else is what stood there.
        pairing.pair(by: \.path, where: { gone, _ in gone.isDisplaced })
        return pairing.pairs.map { FileMatch(gone: $0.left, new: $0.right) }
    }
}
