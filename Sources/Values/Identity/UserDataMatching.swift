import MediaModel

/// Which items of a library the entries of user data speak of, strongest sign first.
package enum UserDataMatching {
    package static func matches(
        entries: [FileTrace], items: [FileTrace]
    ) -> [(left: FileTrace, right: FileTrace)] {
        var pairing = UniquePairing(left: entries, right: items)
        pairing.pair(by: \.path)
        // The longest end that two paths have in common: the same folders under another root.
        for length in (3...10).reversed() { pairing.pair(by: { PathSuffix($0, length: length) }) }
        pairing.pair(by: \.musicBrainzTrackID)
        pairing.pair(by: { NamedAudio($0, folders: 1) })
        pairing.pair(by: { NamedAudio($0, folders: 0) })
        pairing.pair(by: { TaggedAudio($0) })
        pairing.pair(by: \.signature)
        pairing.pair(by: { Tags($0) })
        pairing.pair(by: { AlbumPlace($0) }, where: FileTrace.areAsLong)
        pairing.pair(by: { PathSuffix($0, length: 2) }) { entry, item in
            // Some programs know no more of a file than its place.
            entry.title == nil && entry.duration == nil || FileTrace.areAsLong(entry, item)
        }
        return pairing.pairs
    }

    /// Items whose copies the entries speak of: the only ones with the same audio, or in the same place of an album.
    /// Any number of entries may be copies of one item.
    package static func copies(
        entries: [FileTrace], items: [FileTrace]
    ) -> [(left: FileTrace, right: FileTrace)] {
        var (found, left): ([(left: FileTrace, right: FileTrace)], [FileTrace]) = ([], entries)
        func find<Key: Hashable>(
            by key: (FileTrace) -> Key?,
            where agree: (FileTrace, FileTrace) -> Bool = { _, _ in true }
        ) {
            if left.isEmpty { return }
            let known = UniquePairing.unique(items, by: key)
            left.removeAll { entry in
                guard let item = key(entry).flatMap({ known[$0] }).map({ items[$0] }),
                    agree(entry, item)
                else {
                    return false
                }
                found.append((entry, item))
                return true
            }
        }
        find(by: { NamedAudio($0, folders: 1) })
        find(by: { NamedAudio($0, folders: 0) })
        find(by: { TaggedAudio($0) })
        find(by: \.signature)
        find(by: \.musicBrainzTrackID)
        find(by: { Tags($0) })
        find(by: { AlbumPlace($0) }, where: FileTrace.areAsLong)
        return found
    }
}
