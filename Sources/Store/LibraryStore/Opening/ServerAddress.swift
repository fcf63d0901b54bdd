import Foundation
import MediaModel

/// The address of a library on a PostgreSQL server: a URL, or a connection string such as `host=db dbname=music`
/// (postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
package struct ServerAddress: Hashable, Sendable {
    /// As libpq takes it, with a password if it has one.
    package let text: String

    /// `nil` for the path of a file.
    package init?(_ text: String) {
        let isURL = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
        guard isURL || Self.isConnectionString(text) else { return nil }
        self.text = text
    }

    /// Whether a text begins with a setting for the place of a database.
    private static func isConnectionString(_ text: String) -> Bool {
        text.prefixMatch(of: /\s*(host|hostaddr|port|dbname|user|service)\s*=/) != nil
    }

    /// Where the files are that belong to the library on this machine: the key of app passwords, locks of players.
    var localFiles: String {
        let folder =
            ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
            ?? NSHomeDirectory() + "/.local/share"
        let name = ContentDigest(of: [Array(shown.utf8)]).hexadecimal.prefix(16)
        return "\(folder)/phonolith/server-\(name)"
    }

    /// As it is shown: without a password.
    package var shown: String {
        text.replacing(/(:\/\/[^\/@:]*):[^@]*@/) { "\($0.output.1)@" }
            .replacing(/(password\s*=\s*)('[^']*'|[^\s&]+)/) { "\($0.output.1)***" }
    }
}
