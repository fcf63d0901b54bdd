internal import Database
import Files
import Foundation
import MediaModel

/// The address of a library on a PostgreSQL server: a URL, or a connection string such as `host=db dbname=music`
/// (postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
package struct ServerAddress: Hashable, Sendable {
    /// As libpq takes it, with a password if it has one.
    package let text: String

    /// `nil` for the path of a file.
    package init?(_ text: String) {
        // Most paths have neither sign, and every command would wait for the expressions to be compiled.
        guard text.contains(where: { $0 == ":" || $0 == "=" }),
            Self.isURL(text) || Self.isConnectionString(text)
        else { return nil }
        self.text = text
    }

    private static func isURL(_ text: String) -> Bool {
        // Also those that libpq does not take: no such thing is meant to be a file.
        text.prefixMatch(
            of: /\s*(([a-z][a-z0-9+.\-]*:)+\/\/|postgres(ql)?(:\/|\/\/))/.ignoresCase())
            != nil
    }

    /// Whether a text begins with a setting of libpq's.
    private static func isConnectionString(_ text: String) -> Bool {
        guard let setting = text.prefixMatch(of: /\s*([a-z_]+)\s*=/) else { return false }
        return settings.contains(String(setting.output.1))
    }

    /// postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS
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

    /// As it is shown: without a password, nor what may be meant to be one.
    package var shown: String {
        let shown = Self.isURL(text) ? shownURL : shownSettings
        // A password in the value of another setting, or after another sign.
        let rest = /((pass(?!file)|pwd)\w*\s*[=:]\s*|\Wpass(word|wort|wd)\s+)(?!\s*[*=:]).*/
        return shown.replacing(rest.ignoresCase()) { "\($0.output.1)***" }
    }

    private var shownURL: String {
        // A password that is not encoded may contain any of the letters that end the parts of a URL.
        let password = isUnmistakable ? /(:\/\/[^\/@:]*):[^\/@]*@/ : /^([^:\/]*:*\/+[^:]*):.*@/
        return text.replacing(password) { "\($0.output.1)@" }
            // One without a host behind it.
            .replacing(/^([^:\/]*:*\/+[^:@\/]*):[^@\/]*[^@\/0-9,][^@\/]*/) { "\($0.output.1)" }
            .replacing(/([?&]([^=&]*)=)[^&]*(&[^=&]*(?=&|$))*/) { item in
                let name = String(item.output.2)
                return Self.isSecret(name.removingPercentEncoding ?? name)
                    ? "\(item.output.1)***" : String(item.output.0)
            }
    }

    private var shownSettings: String {
        // With the words after it that are no setting: they are the rest of a password without quotation marks.
        let setting =
            /(([A-Za-z_]+)\s*=\s*)('(\\.|[^'\\])*'?\S*|(\\.|[^\s\\])+)(\s+[^\s=]+(?!\S)(?!\s*=))*/
        return text.replacing(setting) { setting in
            if Self.isSecret(String(setting.output.2)) { return "\(setting.output.1)***" }
            // A URL, or what was meant to be a part of one.
            return String(setting.output.0).replacing(/:[^\s=]*@/, with: "@")
        }
    }

    /// Whether the value of a setting is not shown: that of a password, and of a name that libpq does not know, which may be
    /// meant to be one.
    private static func isSecret(_ setting: String) -> Bool {
        !settings.contains(setting) || ["password", "sslpassword"].contains(setting)
    }

    /// Whether libpq finds in a URL what was meant: no part of a password is taken for that of another part.
    private var isUnmistakable: Bool {
        let settings = PostgresDatabase.settings(of: text)
        return !settings.isEmpty
            && !["host", "port", "dbname"].contains { settings[$0]?.contains("@") == true }
            && settings["port"]?.contains(/[^0-9,]/) != true
    }
}
