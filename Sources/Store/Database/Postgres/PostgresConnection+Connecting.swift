internal import CPostgres
internal import Foundation

extension PostgresConnection {
    /// How soon a server that does not answer any more is given up: in seconds, and the last in milliseconds
    /// (postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    private static let limits = [
        "connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5,
        "keepalives_count": 3, "tcp_user_timeout": 25_000,
    ]

    static func isValid(_ address: String) -> Bool {
        // Only of text that is a URL or has settings; anything else is the name of a database.
        guard address.contains("=") || address.contains("://") else { return true }
        var message: UnsafeMutablePointer<CChar>?
        let options = postgres_conninfoParse(address, &message)
        defer {
            postgres_conninfoFree(options)
            postgres_freemem(message)
        }
        return options != nil
    }

    /// - Returns: A connection, or one that failed; `nil` without memory for it.
    static func connected(to address: String) -> OpaquePointer? {
        // Settings in the address take precedence, except for the encoding.
        let settings =
            limits.map { (name: $0.key, value: String($0.value)) }
            + [
                (name: "fallback_application_name", value: "phonolith"),
                (name: "dbname", value: address), (name: "client_encoding", value: "UTF8"),
            ]
        var names = settings.map { UnsafePointer(strdup($0.name)) }
        var values = settings.map { UnsafePointer(strdup($0.value)) }
        defer { for text in names + values { free(UnsafeMutablePointer(mutating: text)) } }
        names.append(nil)
        values.append(nil)
        return postgres_connectdbParams(names, values, 1)
    }
}
