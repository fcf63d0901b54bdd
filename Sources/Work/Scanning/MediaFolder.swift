package import PhonolithMediaModel

/// The media in a folder and below it, as a scan would find them: ignored files are left out.
package struct MediaFolder: Sendable {
    /// Absolute paths, folder by folder, numbers in names by their value.
    package var media: [MediaPath] = []

    /// Walks a folder. Blocks its thread.
    ///
    /// - Parameter folder: Absolute.
    package init(walking folder: MediaPath) {
        var walk = FolderWalk(of: folder)
        while let listing = walk.next() {
            media += listing.media.map { listing.path.appending($0.name) }
        }
        media = media.map { (path: $0, key: SortKeyMaker.key(for: $0)) }
            .sorted { ($0.key, $0.path) < ($1.key, $1.path) }
            .map { folder.appending($0.path) }
    }
}
