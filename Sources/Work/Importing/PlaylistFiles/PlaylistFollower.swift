import PhonolithFiles
package import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithScans
package import PhonolithStore
import PhonolithUsers

/// Keeps the lists of a library as their playlist files are. Blocks its thread.
package struct PlaylistFollower: Sendable {
    private let catalog: Catalog
    private let importer: PlaylistImporter

    package struct Outcome: Hashable, Sendable {
        /// How many files were read, because they are new or have changed.
        package var read = 0
        /// How many of their entries stand for no item.
        package var unresolved = 0
        /// The names of the lists that were deleted, because their files are gone.
        package var deleted: [String] = []
        /// Lists that stay though their files are gone, because rules ask for them.
        package var kept: [Kept] = []
        /// Lists that the user has changed, whose files have changed since the last time.
        package var unfollowed: [Unfollowed] = []
        /// The files that could not be read or kept, in the order they were met.
        package var problems: [PlaylistFileError] = []
    }

    /// A list that does not follow its file any more.
    package struct Kept: Hashable, Sendable {
        package var name: String
        /// The smart playlists whose rules ask for it.
        package var askedForBy: [String]
    }

    /// A list that the user has changed, so that it does not follow its file.
    package struct Unfollowed: Hashable, Sendable {
        package var name: String
        package var file: MediaPath

        package init(name: String, file: MediaPath) { (self.name, self.file) = (name, file) }
    }

    package init(catalog: Catalog) {
        self.catalog = catalog
        importer = PlaylistImporter(catalog: catalog)
    }

    /// Reads the files that are new or have changed since they were read, and deletes lists whose files are
    /// gone. A list that the user has changed stays as it is.
    ///
    /// - Parameters:
    ///   - files: All playlist files that were found.
    ///   - isGone: Whether a file that a list comes from is certainly not there any more.
    /// - Throws: `CatalogError`. A file that cannot be read is a problem in the outcome.
    package func follow(
        _ files: [MediaPath], isGone: (MediaPath) -> Bool = { _ in false }
    ) throws -> Outcome {
        var outcome = Outcome()
        var gone = try catalog.playlistFiles.all().filter { isGone($0.file) }
        if !gone.isEmpty {
            let moves = try FileMoves(of: gone, among: newFiles(files))
            for move in moves.pairs {
                try catalog.playlistFiles.moveSource(
                    of: move.list.playlist.persistentID, to: move.file, names: move.names)
            }
            gone = moves.gone
        }
        // Before files are read, so that a new one can have the name of a list that goes.
        try forget(gone.filter { !$0.isEdited }, &outcome)
        for file in files { try read(file, &outcome) }
        return outcome
    }

    /// The files that no list was read from.
    private func newFiles(_ files: [MediaPath]) throws -> [PlaylistDraft.Source] {
        var known = Set(try catalog.playlistFiles.all().map(\.file))
        return files.compactMap(\.resolved).filter { known.insert($0).inserted }
            .compactMap(PlaylistImporter.source)
    }

    private func read(_ file: MediaPath, _ outcome: inout Outcome) throws {
        do {
            guard try !importer.isCurrent(file) else { return try noteChange(of: file, &outcome) }
            guard try !catalog.playlistFiles.isExport(file) else { return }
            let result = try importer.importFile(at: file).result
            outcome.read += 1
            outcome.unresolved += result.unresolved.count + result.ambiguous.count
        } catch let error as PlaylistFileError {
            // A file is known by the path by which the scan found it, which may be a symbolic link.
            let isOfFile = error.path == file || error.path == file.resolved
            let reason = isOfFile ? error.reason : error.description
            outcome.problems.append(PlaylistFileError(file, reason))
        } catch let error as PlaylistEditError {
            outcome.problems.append(PlaylistFileError(file, error.description))
        }
    }

    private func noteChange(of file: MediaPath, _ outcome: inout Outcome) throws {
        guard let source = PlaylistImporter.stamp(of: file),
            let name = try catalog.playlistFiles.noteChange(ofEdited: source)
        else { return }
        outcome.unfollowed.append(Unfollowed(name: name, file: source.path))
    }

    private func forget(
        _ gone: [PlaylistFileStore.PlaylistOfFile], _ outcome: inout Outcome
    ) throws {
        for list in gone {
            let askedForBy = try catalog.playlistFiles.deleteFollower(list.playlist.persistentID)
            if askedForBy.isEmpty {
                outcome.deleted.append(list.playlist.name)
            } else {
                outcome.kept.append(Kept(name: list.playlist.name, askedForBy: askedForBy))
            }
        }
    }
}
