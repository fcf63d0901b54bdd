import PhonolithMediaModel

/// Finds out which files that came are files that went: a pure function of what is known of both. The
/// strongest sign decides first, and only where it is unique (``UniquePairing``).
package enum MoveMatching {
    package static func matches(gone: [FileTrace], new: [FileTrace]) -> [FileMatch] {
        var pairing = UniquePairing(left: gone, right: new)
        // The tags of one copy under the number or the name of another are those of the one, which was copied there: the file
        // system gives numbers of deleted files to the next ones. Files that kept their tags are paired before, so that
        // only what is left can be a rival.
        pairing.pairByPlace { TaggedAudio($0) == TaggedAudio($1) }
        let rivals = Set(pairing.left.filter { $0.title != nil }.compactMap { TaggedAudio($0) })
        func hasNoRival(_ gone: FileTrace, _ new: FileTrace) -> Bool {
            guard let tags = TaggedAudio(new), tags != TaggedAudio(gone) else { return true }
            return !rivals.contains(tags)
        }
        pairing.pairByPlace(where: hasNoRival)
        pairing.removeLeft(where: \.isOutOfReach)
        pairing.pair(by: { NamedAudio($0, folders: 1) }, where: hasNoRival)
        pairing.pair(by: { NamedAudio($0, folders: 0) }, where: hasNoRival)
        pairing.pair(by: { TaggedAudio($0) })
        pairing.pair(by: \.signature)
        pairing.pair(by: \.musicBrainzTrackID)
        pairing.pair(by: { Tags($0) }, where: FileTrace.areOnOneDisc)
        pairing.pair(by: { AlbumPlace($0) }, where: FileTrace.areOneSong)
        pairing.pair(by: { SheetTitles($0) }, where: FileTrace.areAsLong)
        pairing.pair(by: { SongTags($0) }, where: FileTrace.areOneSong)
        pairing.pair(by: { EpisodePlace($0) })
        pairing.pair(by: { FilmTitle($0) })
        // A path alone proves nothing: names such as "Track01.mp3" are those of many songs.
        pairing.pair(by: \.path, where: { $0.isDisplaced && $0.isReplaced(by: $1) })
        return pairing.pairs.map { FileMatch(gone: $0.left, new: $0.right) }
    }

    /// Finds the heirs of files that went: copies and other encodings that the library had before they went.
    ///
    /// An heir is the only file that is present with the sign, came after the one that went, and has no values
    /// of the user's. Files with such values come first: a copy of which nothing would be lost may be more alike.
    package static func heirs(of gone: [FileTrace], among present: [FileTrace]) -> [FileMatch] {
        var valued = UniquePairing(left: gone.filter(\.hasUserValues), right: present)
        valued.pairCopies(where: FileTrace.isHeir)
        var others = UniquePairing(left: gone.filter { !$0.hasUserValues }, right: valued.right)
        others.pairCopies(where: FileTrace.isHeir)
        return (valued.pairs + others.pairs).map { FileMatch(gone: $0.left, new: $0.right) }
    }

    /// Finds the files that came and are tracks of images that went.
    package static func parts(of tracks: [SheetTrack], among new: [FileTrace]) -> [PartMatch] {
        let files = new.filter { $0.itemID != nil && $0.sheetTitles.isEmpty }
        return SheetTrackMatching.parts(files.compactMap(\.sheetTrack), of: tracks).map {
            PartMatch(track: $0.value, new: files[$0.key])
        }
    }

    /// Finds the files that are tracks of images that went, and that the library had before they went: the heirs of
    /// tracks.
    package static func earlierParts(
        of tracks: [SheetTrack], in images: [FileTrace], among present: [FileTrace]
    ) -> [PartMatch] {
        let files = present.filter { file in
            file.sheetTitles.isEmpty && images.contains { FileTrace.isHeir($0, file) }
        }
        return SheetTrackMatching.earlierParts(files.compactMap(\.sheetTrack), of: tracks).map {
            PartMatch(track: $0.value, new: files[$0.key])
        }
    }

    /// Finds the files that are the same in two folders of which one is said to be the other moved: first by their
    /// paths, which are given as those in the new folder.
    package static func copies(of old: [FileTrace], among new: [FileTrace]) -> [FileMatch] {
        var pairing = UniquePairing(left: old, right: new)
        pairing.pair(by: \.path) { old, new in
            old.signature == nil || new.signature == nil || old.signature == new.signature
                || old.isReplaced(by: new)
        }
        pairing.pairCopies { _, _ in true }
        return pairing.pairs.map { FileMatch(gone: $0.left, new: $0.right) }
    }
}

extension UniquePairing {
    /// Pairs files with the same place in a file system, if the sound is not another.
    fileprivate mutating func pairByPlace(where agree: (FileTrace, FileTrace) -> Bool) {
        pair(by: { SameFile($0) }) { gone, new in
            // A file that was overwritten by one of the same size and time has another sound.
            let hasSameSound =
                gone.signature == new.signature || gone.signature == nil || new.signature == nil
            return agree(gone, new) && (hasSameSound || gone.stamp.changed == new.stamp.changed)
        }
        // A disk may be mounted elsewhere, under another number; its files are still the same. A backup on a new disk can have
        // the same numbers and times of the content, but not the time at which anything about the file was changed.
        pair(by: { SameFileElsewhere($0) }) { gone, new in
            agree(gone, new) && (!gone.isOutOfReach || gone.stamp.changed == new.stamp.changed)
        }
        pair(by: { $0.isOutOfReach ? nil : FileWithAudio($0) }, where: agree)
    }

    /// Pairs copies and other encodings, whatever file system they are in.
    fileprivate mutating func pairCopies(where agree: (FileTrace, FileTrace) -> Bool) {
        pair(by: { NamedAudio($0, folders: 1) }, where: agree)
        pair(by: { NamedAudio($0, folders: 0) }, where: agree)
        pair(by: { TaggedAudio($0) }, where: agree)
        pair(by: \.signature, where: agree)
        pair(by: \.musicBrainzTrackID, where: agree)
        pair(by: { AlbumPlace($0) }) { agree($0, $1) && FileTrace.areOneSong($0, $1) }
        pair(by: { SheetTitles($0) }) { agree($0, $1) && FileTrace.areAsLong($0, $1) }
        pair(by: { SongTags($0) }) { agree($0, $1) && FileTrace.areOneSong($0, $1) }
        pair(by: { EpisodePlace($0) }, where: agree)
        pair(by: { FilmTitle($0) }, where: agree)
    }
}
