package import ArgumentParser
import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithStore

/// A file or folder as the user names it. The system resolves it, never its text.
package struct PathArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
    package let path: MediaPath

    package init(_ path: MediaPath) { self.path = path }

    package init?(argument: String) { path = MediaPath(argument: argument) }

    /// The path to show, as it was typed.
    package var description: String { path.description }

    /// Whether the argument is `-`, which means standard output.
    package var isStandardOutput: Bool { path == "-" }

    /// The address of a library on a server; `nil` for a file.
    package var server: String? {
        String(validating: path.bytes, as: UTF8.self).flatMap { ServerAddress($0)?.text }
    }

    /// Of a library: for SQLite, or its address on a server.
    package var libraryPath: String {
        get throws { try server ?? databasePath }
    }

    /// For SQLite, which is given text: absolute, because it takes `:memory:` and `file:…` for something else.
    ///
    /// - Throws: ``Failure`` for a path that is not UTF-8.
    package var databasePath: String {
        get throws {
            if let text = String(validating: path.absolute.bytes, as: UTF8.self) { return text }
            // Only the working directory is not text, and the system knows it.
            if let text = String(validating: path.bytes, as: UTF8.self), path.bytes.first != 0x2F {
                return "./" + text
            }
            throw Failure("\(path): the path of a library must be UTF-8; choose another name")
        }
    }

    package static var defaultCompletionKind: CompletionKind { .file() }
}

extension MediaPath {
    /// The path as a word for the shell, in quotes where it has to be.
    package var shellWord: String {
        let text = description
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x80
                || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-".utf8
                    .contains(byte)
        }
        return isPlain && !text.isEmpty
            ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension Failure {
    /// For a name that means something else than a file on this machine, as other programs take it: an address, or `-`; `nil` for
    /// others.
    ///
    /// - Parameter remedy: What to do instead with what an address leads to.
    package init?(ifNoFile name: String, remedy: String) {
        if name == "-" {
            self.init("-: standard input is not read; name a file")
        } else if MediaPath(argument: name).isAddress {
            self.init("\(name): is an address, not a file; \(remedy)")
        } else {
            return nil
        }
    }

    /// For what cannot be written as it comes, as a library, and so not to standard output, a device or a pipe; `nil` for a name that can
    /// be that of a file.
    package init?(ifNotReplaceable file: PathArgument, by what: String) {
        guard file.isStandardOutput || file.path.isWrittenAsItComes else { return nil }
        let kind = file.isStandardOutput ? "standard output" : "a device, a pipe or an open file"
        self.init("\(file): is \(kind); \(what) needs a name of its own, so choose another one")
    }
}
