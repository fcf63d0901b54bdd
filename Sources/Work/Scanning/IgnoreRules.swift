package import PhonolithMediaModel

/// The patterns of the `.phonolithignore` files from the root down to a folder, with git's meaning
/// (gitignore(5)): the last pattern that matches decides, and a deeper file's patterns are later.
package struct IgnoreRules: Sendable {
    /// The name of the file that holds patterns; an empty one hides its folder.
    package static let fileName = ".phonolithignore"
    /// In bytes; more is not a list of patterns.
    static let sizeLimit = 1 << 20

    /// Whether a file of this name decides what is skipped in its folder and below it.
    static func areInFile(named name: MediaPath) -> Bool {
        name == ".nomedia" || name == MediaPath(fileName)
    }

    private var patterns: [Pattern] = []

    var isEmpty: Bool { patterns.isEmpty }

    package init() {}

    /// The rules with those of one more file.
    ///
    /// - Parameters:
    ///   - text: The file's lines.
    ///   - folder: The file's folder, below the root.
    package func adding(_ text: String, in folder: MediaPath) -> IgnoreRules {
        var rules = self
        rules.patterns += text.split(whereSeparator: \.isNewline).compactMap {
            Pattern(line: String($0), folder: folder)
        }
        return rules
    }

    /// Whether a file or folder is to be skipped.
    ///
    /// - Parameter path: Below the root.
    package func ignores(_ path: MediaPath, isFolder: Bool) -> Bool {
        guard !patterns.isEmpty else { return false }
        let names = path.names
        let last = patterns.last { $0.matches(names, isFolder: isFolder) }
        return last.map { !$0.isNegated } ?? false
    }

    private struct Pattern: Sendable {
        let isNegated: Bool
        private let isOnlyForFolders: Bool
        /// The names of the file's folders below the root.
        private let folder: [[Unicode.Scalar]]
        private let wanted: Wanted

        private enum Wanted: Sendable {
            case name(GlobPattern)
            /// From the file's folder on; `nil` for any number of folders, at the end for everything inside.
            case path([GlobPattern?])
        }

        /// `nil` for comments and empty lines.
        init?(line: String, folder: MediaPath) {
            var text = Substring(line)
            while text.last == " ", !text.hasSuffix("\\ ") { text.removeLast() }
            guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
            isNegated = text.hasPrefix("!")
            if isNegated { text.removeFirst() }
            isOnlyForFolders = text.hasSuffix("/")
            if isOnlyForFolders { text.removeLast() }
            self.folder = folder.names
            let components = text.split(separator: "/")
            guard let first = components.first else { return nil }
            wanted =
                text.contains("/")
                ? .path(components.map { $0 == "**" ? nil : GlobPattern($0) })
                : .name(GlobPattern(first))
        }

        func matches(_ names: [[Unicode.Scalar]], isFolder: Bool) -> Bool {
            guard isFolder || !isOnlyForFolders, names.count > folder.count,
                names.starts(with: folder), let last = names.last
            else { return false }
            return switch wanted {
            case .name(let glob): glob.matches(last)
            case .path(let globs): Self.match(globs, names[folder.count...])
            }
        }

        /// After each `**` the rest is tried ever deeper. Where a later `**` is reached, what is before it need not be
        /// tried again, so that the time is at most that of one trial at each depth.
        private static func match(
            _ globs: [GlobPattern?], _ names: ArraySlice<[Unicode.Scalar]>
        ) -> Bool {
            var (place, depth) = (0, names.startIndex)
            var again: (place: Int, depth: Int)?
            while depth < names.endIndex {
                if place < globs.count, globs[place] == nil {
                    place += 1
                    if place == globs.count { return true }
                    again = (place, depth)
                } else if place < globs.count, globs[place]?.matches(names[depth]) == true {
                    (place, depth) = (place + 1, depth + 1)
                } else if let trial = again {
                    (place, depth) = (trial.place, trial.depth + 1)
                    again = (place, depth)
                } else {
                    return false
                }
            }
            return place == globs.count
        }
    }
}

extension MediaPath {
    /// The names in the path, as text.
    fileprivate var names: [[Unicode.Scalar]] {
        bytes.split(separator: 0x2F).map {
            Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
        }
    }
}
