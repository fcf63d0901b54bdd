import PhonolithMediaModel

/// How much of their paths two files have in common.
package enum SharedPath: Hashable, Sendable, CaseIterable {
    /// The file may have been retagged since.
    case whole
    /// The names of the file and of at least two folders: the same file under another root, or one with such names.
    case end
    /// The names of file and folder, as in `CD1/01.flac`.
    case folderAndName
}

extension FileTrace {
    /// Whether more than the path shows that two are the same song.
    func agrees(with other: FileTrace, at path: SharedPath) -> Bool {
        hasSameSound(as: other)
            || title != nil && title == other.title && !isOtherSong(than: other, at: path)
                && (comparison(of: \.artist, with: other) == .same
                    || comparison(of: \.albumTitle, with: other) == .same
                    || comparisonOfLengths(with: other) == .same)
    }

    /// Whether what is known of two files with one path shows that they are different songs.
    package func contradicts(_ other: FileTrace, at path: SharedPath) -> Bool {
        if agrees(with: other, at: path) { return false }
        if signature != nil, other.signature != nil { return true }
        if musicBrainzTrackID != nil, other.musicBrainzTrackID != nil { return true }
        return isOtherSong(than: other, at: path)
    }

    /// Whether tags and lengths of two files with one path are those of different songs.
    ///
    /// One tag may have been corrected since; two that differ are those of another song, unless the title and the length are
    /// the same. The less of a path is shared, the more has to be the same.
    private func isOtherSong(than other: FileTrace, at path: SharedPath) -> Bool {
        let artist = comparison(of: \.artist, with: other)
        let album = comparison(of: \.albumTitle, with: other)
        let track = comparison(of: \.trackNumber, with: other)
        let length = comparisonOfLengths(with: other)
        let others = [artist, album, track].count { $0 == .other }
        switch comparison(of: \.title, with: other) {
        case .same where length == .other:
            // Another version, or another song with such a title ("Intro").
            return others > 0 || path != .whole && album != .same
        case .same:
            switch path {
            case .whole: return length != .same && artist == .other && album == .other
            case .end: return album == .other && (artist == .other || length != .same)
            case .folderAndName: return album == .other || artist == .other
            }
        case .other:
            if length != .same || album == .other || track == .other { return true }
            return path == .whole ? artist != .same && album != .same : album != .same
        case .unknown:
            return length == .other || others > (path == .whole && length == .same ? 1 : 0)
        }
    }

    private func hasSameSound(as other: FileTrace) -> Bool {
        comparison(of: \.signature, with: other) == .same
            || comparison(of: \.musicBrainzTrackID, with: other) == .same
    }

    /// A property of two files.
    private enum Comparison {
        case same, other, unknown
    }

    private func comparison<Value: Equatable>(
        of property: KeyPath<FileTrace, Value?>, with other: FileTrace
    ) -> Comparison {
        guard let own = self[keyPath: property], let value = other[keyPath: property] else {
            return .unknown
        }
        return own == value ? .same : .other
    }

    private func comparisonOfLengths(with other: FileTrace) -> Comparison {
        if duration == nil || other.duration == nil { return .unknown }
        return Self.areAsLong(self, other) ? .same : .other
    }
}
