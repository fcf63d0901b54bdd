/// Items that are the same, the best first.
package struct DuplicateGroup: Hashable, Sendable {
    /// The criterion by which items are the same.
    package enum Criterion: String, CaseIterable, Sendable {
        /// The files hold the same audio data, whatever their tags are.
        case audio
        /// Title and artist are the same except for case and diacritics, and the durations differ by no more than
        /// ``toleratedDifference``; a video is not the same as its song.
        case tags
    }

    /// In seconds; encoders add silence at both ends.
    package static let toleratedDifference = 2.0

    /// An item, and which file it is in.
    package struct Member: Hashable, Sendable {
        /// The item in the library.
        package let item: MediaItem
        /// The identity of the file on the disk. Two names of one file (hard links) have the same.
        let storage: Storage

        package struct Storage: Hashable, Sendable {
            package let device: Int64
            package let inode: Int64

            package init(device: Int64, inode: Int64) {
                (self.device, self.inode) = (device, inode)
            }
        }

        package init(_ item: MediaItem, storage: Storage) {
            (self.item, self.storage) = (item, storage)
        }
    }

    /// At least two, the best first; of equally good ones that which came into the library first.
    package let items: [MediaItem]
    /// How many bytes are free after all files but that of the best item were deleted. A file with other tracks of
    /// a cue sheet is not counted, as it would have to stay.
    package let spareBytes: Int

    /// Sorts the members of a group.
    package init(_ members: [Member]) {
        let sorted = members.sorted { one, other in
            let (better, worse) = (MediaQuality(one.item.facts), MediaQuality(other.item.facts))
            return better == worse
                ? one.item.persistentID < other.item.persistentID : better > worse
        }
        items = sorted.map(\.item)
        var counted = Set(sorted.prefix(1).map(\.storage))
        spareBytes = sorted.dropFirst().reduce(0) { sum, member in
            let isWholeFile = member.item.location.startTime == nil
            guard isWholeFile, counted.insert(member.storage).inserted else { return sum }
            // Sparse files may say anything of their sizes.
            let (total, isTooLarge) = sum.addingReportingOverflow(member.item.location.fileSize)
            return isTooLarge ? .max : total
        }
    }
}
