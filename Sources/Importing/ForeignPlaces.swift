import Catalog
import Files
package import MediaModel
package import Playlists

/// Where the files of another program are now.
package struct ForeignPlaces: Sendable {
    private let prefixes: [PathPrefix]
    private let roots: [MediaPath]

    /// - Parameters:
    ///   - prefixes: What stands for what; the first that fits counts.
    ///   - roots: Where relative paths may begin.
    package init(prefixes: [PathPrefix], roots: [LibraryRoot]) {
        self.prefixes = prefixes
        self.roots = roots.map(\.path)
    }

    /// The path of a file.
    package func path(_ path: MediaPath) -> MediaPath {
        for prefix in prefixes {
            if let replaced = prefix.replaced(in: path) { return replaced }
        }
        guard !path.isAbsolute else { return path }
        return roots.lazy.map { $0.appending(path) }.first { $0.status != nil } ?? path
    }
}
