import Foundation
package import MediaModel

/// The patterns of the `.phonolithignore` files from the root down to a folder, with git's meaning
/// (gitignore(5)): the last pattern that matches decides, and a deeper file's patterns are later.
package struct IgnoreRules: Sendable {
    /// The name of the file that holds patterns; an empty one hides its folder.
    package static let fileName = ".phonolithignore"
    /// In bytes; more is no list of patterns.
    static let sizeLimit = 1 << 20

    private var patterns: [Pattern] = []

    /// No patterns.
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

    /// Whether a file or folder is to be passed over.
    ///
    /// - Parameter path: Below the root.
    package func ignores(_ path: MediaPath, isFolder: Bool) -> Bool {
        guard !patterns.isEmpty else { return false }
        let last = patterns.last { $0.matches(path, isFolder: isFolder) }
        return last.map { !$0.isNegated } ?? false
    }

    private struct Pattern: Sendable {
        let isNegated: Bool
        private let isOnlyForFolders: Bool
        private let isAnchored: Bool
        private let folder: MediaPath
        private let components: [String]

        /// `nil` for comments and empty lines.
        init?(line: String, folder: MediaPath) {
            var text = Substring(line)
            while text.last == " ", !text.hasSuffix("\\ ") { text.removeLast() }
            guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
            isNegated = text.hasPrefix("!")
            if isNegated { text.removeFirst() }
            isOnlyForFolders = text.hasSuffix("/")
            if isOnlyForFolders { text.removeLast() }
            isAnchored = text.contains("/")
            components = text.split(separator: "/").map(String.init)
            self.folder = folder
            guard !components.isEmpty else { return nil }
        }

        func matches(_ path: MediaPath, isFolder: Bool) -> Bool {
            guard isFolder || !isOnlyForFolders, let relative = path.relative(to: folder) else {
                return false
            }
            let names = relative.bytes.split(separator: 0x2F).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let last = names.last else { return false }
            return isAnchored
                ? Self.match(components[...], names[...]) : Self.match(components[0], last)
        }

        private static func match(
            _ patterns: ArraySlice<String>, _ names: ArraySlice<String>
        ) -> Bool {
            guard let first = patterns.first else { return names.isEmpty }
            let rest = patterns.dropFirst()
            if first == "**" {
                // At the end it stands for everything inside, elsewhere for any number of folders.
                if rest.isEmpty { return !names.isEmpty }
                return (0...names.count).contains { match(rest, names.dropFirst($0)) }
            }
            guard let name = names.first else { return false }
            return match(first, name) && match(rest, names.dropFirst())
        }

        private static func match(_ pattern: String, _ name: String) -> Bool {
            fnmatch(pattern, name, FNM_PATHNAME) == 0
        }
    }
}
