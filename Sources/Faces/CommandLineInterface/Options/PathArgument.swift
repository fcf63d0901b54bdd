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
