package import PhonolithMediaModel

/// The videos in a folder and below it, as a scan would walk it: ignored files are left out.
package struct VideoFolder: Sendable {
    /// Absolute paths of files that are videos by their names, in the order of folders and names.
    package var videos: [MediaPath] = []
    /// Folders that could not be listed, and why.
    package var problems: [MediaPath: String] = [:]

    /// Walks a folder. Blocks its thread.
    ///
    /// - Parameter folder: Absolute.
    package init(walking folder: MediaPath) {
        var walk = FolderWalk(of: folder)
        while let listing = walk.next() {
            let names = listing.media.map(\.name).filter(\.isNamedAsVideo)
            videos += names.map { folder.appending(listing.path).appending($0) }
        }
        for (path, reason) in walk.unlistable { problems[folder.appending(path)] = reason }
    }
}
