package import PhonolithMediaModel

/// The names that folders list, each folder read once.
///
/// Where case does not count, a path can be opened by spellings that no folder lists.
package struct ListedNames: Sendable {
    private let list: @Sendable (MediaPath) -> Set<MediaPath>?
    /// `nil` for a folder that cannot be listed.
    private var known: [MediaPath: Set<MediaPath>?] = [:]

    package init() { self.init(list: Self.names) }

    /// Lists folders by a function; it returns `nil` for a folder that cannot be listed.
    package init(list: @escaping @Sendable (MediaPath) -> Set<MediaPath>?) { self.list = list }

    /// Whether each folder above a file, as far as it can be listed, has the next name in this very spelling. Blocks its
    /// thread.
    ///
    /// - Parameter path: Absolute.
    package mutating func have(_ path: MediaPath) -> Bool {
        var path = path
        while path.bytes.count > 1 {
            if let names = names(in: path.parent), !names.contains(path.lastComponent) {
                return false
            }
            path = path.parent
        }
        return true
    }

    /// The path in the spelling of the folders above it, where case is the only difference. Blocks its thread.
    ///
    /// - Parameter path: Absolute, of something that is there.
    package mutating func spelling(of path: MediaPath) -> MediaPath {
        if path.bytes.count <= 1 { return path }
        let folder = spelling(of: path.parent)
        let name = path.lastComponent
        guard let names = names(in: folder), !names.contains(name) else {
            return folder.appending(name)
        }
        let plain = name.description.lowercased()
        let same = names.filter { $0.description.lowercased() == plain }
        return folder.appending(same.count == 1 ? same.first ?? name : name)
    }

    private mutating func names(in folder: MediaPath) -> Set<MediaPath>? {
        if let names = known[folder] { return names }
        let names = list(folder)
        known[folder] = .some(names)
        return names
    }

    private static func names(in folder: MediaPath) -> Set<MediaPath>? {
        var names: Set<MediaPath> = []
        let isComplete = folder.forEachEntry { name, _ in names.insert(name) }
        return isComplete ? names : nil
    }
}
