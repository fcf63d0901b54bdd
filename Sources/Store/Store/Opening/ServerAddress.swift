import FoundationEssentials
internal import PhonolithDatabase
import PhonolithFiles
import PhonolithMediaModel

/// The address of a library on a PostgreSQL server: a URL, or a connection string such as `host=db dbname=music`
/// (postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
package struct ServerAddress: Hashable, Sendable {
    /// As libpq takes it, with a password if it has one.
    package let text: String

    /// `nil` for the path of a file.
    package init?(_ text: String) {
        // Most paths have none of these, and every command would wait for the expressions to be compiled.
        guard text.contains(where: { $0 == ":" || $0 == "=" }) || text.contains("//"),
            Self.isURL(text) || Self.isConnectionString(text)
        else { return nil }
        self.text = text
    }

    private static func isURL(_ text: String) -> Bool { scheme(of: text) != nil }

    /// The beginning of a URL, also of one that libpq does not take: no such thing is meant to be a file.
    private static func scheme(of text: String) -> Substring? {
        text.prefixMatch(
            of: /\s*(([a-z][a-z0-9+.\-]*:)+\/\/|postgres(ql)?(:\/|\/\/))/.ignoresCase())?
            .output.0
    }

    /// Whether a text begins with a setting of libpq's.
    private static func isConnectionString(_ text: String) -> Bool {
        firstSetting(of: text).map(settings.contains) ?? false
    }

    private static func firstSetting(of text: String) -> String? {
        text.prefixMatch(of: /\s*([a-z_]+)\s*=/).map { String($0.output.1) }
    }

    // postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS
    private static let settings: Set = [
        "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service",
        "channel_binding", "connect_timeout", "client_encoding", "options", "application_name",
        "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "gssencmode", "sslmode", "sslcompression",
        "sslcert", "sslkey", "sslpassword", "sslrootcert", "sslcrl", "sslsni", "requirepeer",
        "krbsrvname", "gsslib", "target_session_attrs", "load_balance_hosts", "require_auth",
    ]

    /// Where the files are that belong to the library on this machine: the key of app passwords, locks of players.
    ///
    /// They are the same for all roles, and for all spellings of an address that name the host alike. Nothing can be written there for a user without a
    /// home.
    var localFiles: MediaPath {
        let folder = UserFolder.data.path(in: UserFolder.home()) ?? "/var/empty/phonolith"
        let settings = PostgresDatabase.settings(of: text)
        let place = [
            settings["service"], settings["host"] ?? settings["hostaddr"],
            settings["port"] ?? "5432", settings["dbname"] ?? settings["user"],
        ]
        let name = ContentDigest(of: place.map { Array(($0 ?? "").utf8) + [0] }).hexadecimal
        return folder.appending(MediaPath("server-\(name.prefix(16))"))
    }

    /// The path or address of a library as it is shown.
    static func shown(_ library: String) -> String { ServerAddress(library)?.shown ?? library }

    /// As it is shown: the server, the database and the user. No more than its beginning where it is invalid, or one of these
    /// may be a part of a password.
    package var shown: String {
        let parsed = PostgresDatabase.settings(of: text)
        let settings = Self.identifying.compactMap { name in
            parsed[name].flatMap { $0.isEmpty ? nil : (name, $0) }
        }
        guard !settings.isEmpty, settings.allSatisfy(Self.isPlain) else {
            return
                (Self.scheme(of: text).map(String.init)
                ?? Self.firstSetting(of: text).map { "\($0)=" } ?? "") + "***"
        }
        return Self.isURL(text)
            ? shownURL : settings.map { "\($0)=\($1)" }.joined(separator: " ")
    }

    /// The settings that tell one library from another.
    private static let identifying = ["service", "host", "hostaddr", "port", "user", "dbname"]

    /// Whether a value is what its setting's name says. libpq ends a password in a URL at the first `@` or `/`, and takes the
    /// rest for a host, a port or a database; it takes a setting for the value of one before it that has none.
    private static func isPlain(_ setting: String, _ value: String) -> Bool {
        let pattern =
            switch setting {
            case "port": /[0-9,]*/
            // A name, an address, or the folder of a socket, with an @ that of an abstract one.
            case "host", "hostaddr": /@?[\w.,:%\/\-]*/
            case "user": /[\w.@\-]*/
            default: /[\w.\-]*/
            }
        return value.wholeMatch(of: pattern) != nil
    }

    /// The URL without its password, and with the identifying settings of its query.
    private var shownURL: String {
        // A password may have any character but @ and /.
        let parts = text.replacing(/(:\/\/[^\/@:]*):[^\/@]*@/) { "\($0.output.1)@" }
            .split(separator: "?", maxSplits: 1)
        let query = parts.dropFirst().joined().split(separator: "&").filter { item in
            Self.identifying.contains(String(item.prefix { $0 != "=" }))
        }
        return query.isEmpty
            ? String(parts[0]) : "\(parts[0])?\(query.joined(separator: "&"))"
    }
}
