package import PhonolithMediaModel
package import PhonolithScans

/// The steps for one folder: a pure function of the files seen and the files known.
package struct FolderPlan: Hashable, Sendable {
    /// A file to be read.
    package struct Reading: Hashable, Sendable {
        /// The file as it was seen.
        package var file: SeenFile
        /// The library's file at this path; `nil` for a new file.
        package var known: KnownFile?

        /// Its row; `nil` for a new file.
        package var knownID: Int64? { known?.id }
    }

    /// Files to be read, in the order of their names.
    package var readings: [Reading] = []
    /// How many files need nothing.
    package var unchanged = 0
    /// Rows of files that were gone and are back as they were.
    package var returned: [Int64] = []
    /// How many of them can be read.
    package var returnedCount = 0
    /// Rows of files that are as they were, but in other inodes, or behind other links.
    package var relocated: [Int64: FileStamp] = [:]
    /// The devices of files that are where the library has them.
    package var devices = DeviceNumbers()
    /// Rows of files that are not there any more.
    package var gone: [Int64] = []
    /// Names of files that could not be read and have not changed since, with the reasons.
    package var stillUnreadable: [(name: MediaPath, reason: String)] {
        unreadable.map { ($0.name, $0.reason) }
    }
    /// Names of damaged files that have not changed since they were read, with the reasons.
    package var stillDamaged: [(name: MediaPath, reason: String)] {
        damaged.map { ($0.name, $0.reason) }
    }
    private var unreadable: [Unreadable] = []
    private var damaged: [Unreadable] = []
    /// Whether the folder's pictures are others than were known.
    package var picturesChanged = false

    private struct Unreadable: Hashable, Sendable {
        var name: MediaPath
        var reason: String
    }

    /// Compares a folder with what is known of it.
    ///
    /// - Parameters:
    ///   - media: The media files seen.
    ///   - pictures: The folder's pictures seen, in order.
    ///   - known: The library's data; `nil` for a new folder.
    ///   - inaccessible: The names of files that are there and cannot be looked at.
    ///   - moment: In nanoseconds since 1970; files that were last read before it are read again,
    ///     changed or not.
    package init(
        media: [SeenFile], pictures: [FolderPicture], known: KnownFolder?,
        inaccessible: Set<MediaPath> = [], readingAllReadBefore moment: Int = 0
    ) {
        var left = Dictionary(
            (known?.files ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for file in media {
            guard let old = left.removeValue(forKey: file.name) else {
                readings.append(Reading(file: file, known: nil))
                continue
            }
            devices.note(file.stamp, known: old.stamp)
            if old.readAt < moment || !file.stamp.hasSameContent(as: old.stamp)
                || file.stamp.isOnOtherDisk(than: old.stamp)
            {
                readings.append(Reading(file: file, known: old))
                continue
            }
            if !file.stamp.isSameEntry(as: old.stamp) { relocated[old.id] = file.stamp }
            if old.isMissing { returned.append(old.id) }
            if let problem = old.problem, old.isUnreadable {
                unreadable.append(Unreadable(name: file.name, reason: problem))
                continue
            }
            unchanged += 1
            if old.isMissing { returnedCount += 1 }
            if let problem = old.problem {
                damaged.append(Unreadable(name: file.name, reason: problem))
            }
        }
        gone = left.values.filter { !$0.isMissing && !inaccessible.contains($0.name) }.map(\.id)
            .sorted()
        let knownPictures = known?.pictures ?? []
        picturesChanged =
            moment > 0 && !pictures.isEmpty || pictures.count != knownPictures.count
            || !zip(pictures, knownPictures).allSatisfy { $0.isUnchanged(since: $1) }
    }
}
