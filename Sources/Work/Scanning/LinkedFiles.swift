import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithUsers

/// Decides which symbolic links to files a walk takes: each real file is one item.
///
/// A link is left out where a walk reaches the file by its own path, in this root or another one. Of several
/// links to a file that no walk reaches, the first counts. Hard links are files of their own: none of the names
/// is more real than another.
struct LinkedFiles {
    // Absolute, without symbolic links.
    private let roots: [MediaPath]
    private var taken: Set<FileIdentity> = []
    /// The rules of `.nomedia` and `.phonolithignore` down to a folder; `nil` if they hide all of it.
    private var rules: [MediaPath: IgnoreRules?] = [:]

    /// - Parameter roots: Absolute; each may have become a link to another folder since it was added.
    init(roots: [MediaPath]) { self.roots = roots.map { $0.resolved ?? $0 } }

    /// Takes a file that is reached behind a link to its folder, unless a link to the file itself has been taken.
    mutating func take(_ file: FileIdentity) -> Bool { taken.insert(file).inserted }

    /// Whether the file after a link is to be known by this link.
    ///
    /// - Parameter link: Absolute.
    mutating func isOnlyWay(_ link: MediaPath) -> Bool {
        guard let real = link.resolved, let identity = real.status?.identity else { return false }
        return !isWalked(real) && taken.insert(identity).inserted
    }

    /// Whether a walk of the root that a file is in gets to it by its own path.
    private mutating func isWalked(_ file: MediaPath) -> Bool {
        guard let (root, path) = place(of: file),
            FileKind(name: path.lastComponent) == .media, path.isPartOfCollection,
            let rules = rules(of: path.parent, in: root)
        else { return false }
        return !rules.ignores(path, isFolder: false)
    }

    /// Whether a walk of the root that a folder is in gets to it by its own path.
    ///
    /// - Parameter folder: Absolute, without symbolic links.
    mutating func isWalked(folder: MediaPath) -> Bool {
        guard let (root, path) = place(of: folder), path.isPartOfCollection else { return false }
        return rules(of: path, in: root) != nil
    }

    /// The nearest root above a file or folder, and its path below that; `nil` for one in no root.
    private func place(of path: MediaPath) -> (root: MediaPath, path: MediaPath)? {
        guard let root = roots.nearest(to: path, by: \.self), let below = path.relative(to: root)
        else { return nil }
        return (root, below)
    }

    private mutating func rules(of folder: MediaPath, in root: MediaPath) -> IgnoreRules? {
        let absolute = root.appending(folder)
        if let known = rules[absolute] { return known }
        let found = readRules(of: folder, in: root)
        rules[absolute] = .some(found)
        return found
    }

    private mutating func readRules(of folder: MediaPath, in root: MediaPath) -> IgnoreRules? {
        var above = IgnoreRules()
        if !folder.bytes.isEmpty {
            guard let rules = rules(of: folder.parent, in: root),
                !rules.ignores(folder, isFolder: true)
            else { return nil }
            above = rules
        }
        let absolute = root.appending(folder)
        if absolute.appending(".nomedia").status != nil { return nil }
        guard let text = IgnoreRules.text(in: absolute) else { return above }
        return text.allSatisfy(\.isWhitespace) ? nil : above.adding(text, in: folder)
    }
}

extension IgnoreRules {
    /// The contents of the file of patterns in a folder; `nil` if there is none.
    static func text(in folder: MediaPath) -> String? {
        let file = folder.appending(MediaPath(fileName))
        guard let status = file.status, status.isRegularFile else { return nil }
        // A file of patterns that cannot be read hides nothing: too much is better than lost.
        let bytes = status.st_size == 0 ? [] : file.contents(upTo: sizeLimit) ?? [0x23]
        return String(decoding: bytes, as: UTF8.self)
    }
}
