public import Catalog
import Files
public import MediaModel
public import Playlists

/// Where the files of another program are now.
public struct ForeignPlaces: Sendable {
    private let prefixes: [PathPrefix]
    private let roots: [MediaPath]

    /// - Parameters:
    ///   - prefixes: What stands for what; the first that fits counts.
    ///   - roots: Where relative paths may begin.
    public init(prefixes: [PathPrefix], roots: [LibraryRoot]) {
        self.prefixes = prefixes
        self.roots = roots.map(\.path)
    }

    /// The path of a file.
    public func path(_ path: MediaPath) -> MediaPath {
        for prefix in prefixes {
            if let replaced = prefix.replaced(in: path) { return replaced }
        }
        guard !path.isAbsolute else { return path }
        return roots.lazy.map { $0.appending(path) }.first { $0.status != nil } ?? path
    }
}
