import ArgumentParser
import Catalog
import Foundation
import MediaModel

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The library's file. Without it: $PHONOLITH_LIBRARY, else library.sqlite in the user's data folder.",
            valueName: "file"))
    var library: String?

    func validate() throws {
        if library == "" { throw ValidationError("--library needs the name of a file") }
    }

    /// The library's absolute path: `--library`, else `PHONOLITH_LIBRARY`, else the default of the platform.
    var path: String {
        let environment = ProcessInfo.processInfo.environment
        // Absolute, because SQLite takes `:memory:` and `file:…` for something else than a file's name.
        if let library { return library.absolutePath }
        if let path = environment["PHONOLITH_LIBRARY"], !path.isEmpty { return path.absolutePath }
        return Self.defaultFolder(environment) + "/library.sqlite"
    }

    /// Opens the library with the user's configuration.
    func open(for access: Catalog.Access) throws -> Catalog {
        let configuration = try Configuration.read()
        return try Catalog.open(
            at: path, for: access, sortKeys: configuration.sortKeys,
            prefersFolderArtwork: configuration.prefersFolderArtwork)
    }

    /// Where smaller pictures are kept; anything in it may be deleted at any time.
    static var cacheFolder: MediaPath {
        #if os(macOS)
            return MediaPath(NSHomeDirectory() + "/Library/Caches/phonolith/artwork")
        #else
            let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? ""
            return MediaPath(
                (cache.hasPrefix("/") ? cache : NSHomeDirectory() + "/.cache")
                    + "/phonolith/artwork")
        #endif
    }

    /// XDG Base Directory Specification; Application Support on macOS.
    private static func defaultFolder(_ environment: [String: String]) -> String {
        let home = NSHomeDirectory()
        #if os(macOS)
            return home + "/Library/Application Support/phonolith"
        #else
            let data = environment["XDG_DATA_HOME"] ?? ""
            return (data.hasPrefix("/") ? data : home + "/.local/share") + "/phonolith"
        #endif
    }
}

extension Catalog {
    /// The item that a user names by its id or its path.
    ///
    /// - Returns: One item, or all items that one file holds.
    func items(named name: String) throws -> [MediaItem] {
        if let id = MediaItemID(name), let item = try item(id) { return [item] }
        // As it was typed, too: an item behind a symbolic link has the link in its path, and what is gone
        // from disk may be in the library yet.
        for path in [name.resolvedPath, name.absolutePath].compactMap(\.self) {
            let found = try items(at: MediaPath(path))
            guard found.isEmpty else { return found }
        }
        let isNumber = Int64(name) != nil
        throw Failure(
            isNumber
                ? "\(name): no item has this id; phonolith items lists them with their ids"
                : "\(name): is not in the library; scan the folder it is in: phonolith scan FOLDER")
    }
}

extension String {
    /// The path from the root of the file system, without `.` and `..`; symbolic links stay.
    var absolutePath: String { URL(fileURLWithPath: self).standardized.path }

    /// The path without symbolic links; `nil` where nothing is there.
    var resolvedPath: String? {
        guard let resolved = realpath(self, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
