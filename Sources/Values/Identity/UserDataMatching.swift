import PhonolithMediaModel

/// Which items of a library the entries of user data speak of.
///
/// The signs are those of a scan, in its order (docs/identity.md): the sound, the MusicBrainz id, tags with the length. A
/// path comes before them only where one of them agrees, and after them only where none contradicts it: files are renamed,
/// and many songs are called Track01.mp3.
package enum UserDataMatching {
    package static func matches(
        entries: [FileTrace], items: [FileTrace]
    ) -> [(left: FileTrace, right: FileTrace)] {
        var pairing = UniquePairing(left: entries, right: items)
        pairing.pairByPath(where: { $0.agrees(with: $1, at: $2) })
        pairing.pair(by: { NamedAudio($0, folders: 1) })
        pairing.pair(by: { NamedAudio($0, folders: 0) })
        pairing.pair(by: { TaggedAudio($0) })
        pairing.pair(by: \.signature)
        pairing.pair(by: \.musicBrainzTrackID)
        pairing.pair(by: { Tags($0) })
        pairing.pair(by: { AlbumPlace($0) }, where: FileTrace.mayBeAsLong)
        pairing.pair(by: { SongTags($0) }, where: FileTrace.mayBeOneSong)
        pairing.pairByPath { !$0.contradicts($1, at: $2) }
        pairing.pair(by: { PathSuffix($0, length: 2) }) { entry, item in
            // Some programs know no more of a file than its place.
            let isOnlyPlace = entry.title == nil && entry.duration == nil
            return !entry.contradicts(item, at: .folderAndName)
                && (isOnlyPlace || FileTrace.areAsLong(entry, item)
                    || entry.agrees(with: item, at: .folderAndName))
        }
        // Some programs know less of a song than its tags say.
        for names in [[\.anyArtist, \.albumTitle], [\.anyArtist], [\.albumTitle]]
            as [[KeyPath<FileTrace, String?>]]
        {
            pairing.pair(by: { NamedSong($0, with: names) }, where: FileTrace.mayBeOneSong)
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
        find(by: { AlbumPlace($0) }, where: FileTrace.mayBeAsLong)
        find(by: { SongTags($0) }, where: FileTrace.mayBeOneSong)
        return found
    }
}

extension UniquePairing {
    /// Pairs files with the same path, and then with the longest end of a path in common: the same folders under another
    /// root.
    fileprivate mutating func pairByPath(where agree: (FileTrace, FileTrace, SharedPath) -> Bool) {
        pair(by: { $0.path.bytes.isEmpty ? nil : $0.path }) { agree($0, $1, .whole) }
        for length in (3...10).reversed() {
            pair(by: { PathSuffix($0, length: length) }) { agree($0, $1, .end) }
        }
    }
}

/// A title by an artist, on an album, or both.
private struct NamedSong: Hashable {
    let texts: [String]

    /// - Returns: `nil` where one of them is not known.
    init?(_ file: FileTrace, with names: [KeyPath<FileTrace, String?>]) {
        guard let title = file.title else { return nil }
        let others = names.compactMap { file[keyPath: $0] }
        guard others.count == names.count else { return nil }
        texts = [title] + others
    }
}

extension FileTrace {
    /// Whether no length that is known shows that two are different songs.
    fileprivate static func mayBeAsLong(_ entry: FileTrace, _ item: FileTrace) -> Bool {
        entry.duration == nil || item.duration == nil || areAsLong(entry, item)
    }

    fileprivate var anyArtist: String? { artist ?? albumArtist }

    /// Whether nothing that is known of two songs of one title differs.
    fileprivate static func mayBeOneSong(_ entry: FileTrace, _ item: FileTrace) -> Bool {
        func mayAgree<Value: Equatable>(_ property: KeyPath<FileTrace, Value?>) -> Bool {
            entry[keyPath: property] == nil || item[keyPath: property] == nil
                || entry.isEqual(in: property, to: item)
        }
        return mayBeAsLong(entry, item) && areOnOneDisc(entry, item) && mayAgree(\.anyArtist)
            && mayAgree(\.albumTitle)
            && mayAgree(\.discNumber) && mayAgree(\.trackNumber)
            && mayAgree(\.musicBrainzTrackID)
    }

    private func isEqual<Value: Equatable>(
        in property: KeyPath<FileTrace, Value?>, to other: FileTrace
    ) -> Bool {
        self[keyPath: property] != nil && self[keyPath: property] == other[keyPath: property]
    }
}
