internal import CPhonolithPostgres
internal import FoundationEssentials
import Glibc
import PhonolithMediaModel

extension PostgresConnection {
    /// How soon a server that does not answer any more is given up: in seconds, and the last in milliseconds
    /// (postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    private static let limits = [
        "connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5,
        "keepalives_count": 3, "tcp_user_timeout": 25_000,
    ]
    /// The same for a replica, whose questions another server can answer.
    private static let replicaLimits = [
        "connect_timeout": 2, "keepalives_idle": 5, "keepalives_interval": 2,
        "keepalives_count": 2, "tcp_user_timeout": 5000,
    ]

    /// - Throws: ``DatabaseError`` for an address that libpq does not take, or takes for another than was meant.
    static func check(_ address: String) throws {
        // libpq would take it for the name of a database.
        guard address.contains("=") || address.contains(/^postgres(ql)?:\/\//) else {
            throw DatabaseError(.invalidAddress, "it does not begin with postgres://")
        }
        let (settings, flaw) = parsed(address)
        if let flaw {
            // libpq's words quote the address.
            throw DatabaseError(.invalidAddress, mayHavePassword(address) ? nil : flaw)
        }
        // libpq ends a password at the first @ or /, and would quote the rest of it as a part of the host or the port; an @ at
        // the beginning is that of an abstract socket.
        if settings["host"]?.dropFirst().contains("@") == true {
            throw DatabaseError(.invalidAddress, "its host has an @")
        }
        if settings["port"]?.contains(/[^0-9, ]/) == true {
            throw DatabaseError(.invalidAddress, "its port is not a number")
        }
        if address.contains(/^\w+:\/\/[^\/]*\/[^?]*@/) {
            throw DatabaseError(.invalidAddress, "its database has an @")
        }
        // It takes a setting for the value of one before it that has none.
        let isTaken = settings.contains {
            $0.key != "password" && $0.value.contains(/pass\w*\s*=/.ignoresCase())
        }
        if isTaken {
            throw DatabaseError(.invalidAddress, "a setting before the password has no value")
        }
    }

    /// The settings of an address, or why libpq does not take it; neither without libpq.
    static func parsed(_ address: String) -> (settings: [String: String], flaw: String?) {
        guard phonolith_postgres_load() == nil else { return ([:], nil) }
        var message: UnsafeMutablePointer<CChar>?
        let options = postgres_conninfoParse(address, &message)
        defer {
            postgres_conninfoFree(options)
            postgres_freemem(message)
        }
        guard var option = options else {
            return ([:], message.map { String(cString: $0).asOneLine } ?? "it is invalid")
        }
        var settings: [String: String] = [:]
        while let name = option.pointee.keyword {
            settings[String(cString: name)] = option.pointee.val.map { String(cString: $0) }
            option = option.successor()
        }
        return (settings, nil)
    }

    /// Whether an address, valid or not, may have a password in it.
    private static func mayHavePassword(_ address: String) -> Bool {
        address.contains(/pass|:\/\/.*:.*@/.ignoresCase())
    }

    /// - Returns: A connection, or one that failed; `nil` without memory for it.
    static func connected(to address: String, isReplica: Bool) -> OpaquePointer? {
        withSettings(of: address, isReplica ? replicaLimits : limits) {
            postgres_connectdbParams($0, $1, 1)
        }
    }

    /// Whether a replica, or the pooler before it, answers a new connection.
    static func isThere(_ replica: String) -> Bool {
        withSettings(of: replica, replicaLimits) { postgres_pingParams($0, $1, 1) }
            != PQPING_NO_RESPONSE
    }

    /// Calls back with the names of settings and their values.
    private static func withSettings<Result>(
        of address: String, _ limits: [String: Int],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        // Settings in the address take precedence, except for the encoding.
        let settings =
            limits.map { (name: $0.key, value: String($0.value)) }
            + [
                (name: "fallback_application_name", value: "phonolith"),
                (name: "dbname", value: address), (name: "client_encoding", value: "UTF8"),
            ]
        let names = settings.map { UnsafePointer(strdup($0.name)) }
        let values = settings.map { UnsafePointer(strdup($0.value)) }
        defer { for text in names + values { free(UnsafeMutablePointer(mutating: text)) } }
        return body(names + [nil], values + [nil])
    }

    /// Why a connection failed. Its message has no state; of a full disk the server says what the system does, in its own
    /// language: in another than this program's it is only a server that lets no one in.
    static func refusal(of handle: OpaquePointer) -> DatabaseError {
        let message = String(cString: postgres_errorMessage(handle)).asOneLine
        let isFull = message.contains(String(cString: strerror(ENOSPC)))
        return DatabaseError(isFull ? .full : .cannotOpen, message)
    }
}

extension String {
    /// A message of libpq's in one line.
    var asOneLine: String {
        split(whereSeparator: \.isNewline).map { $0.trimmed(of: \.isBlank) }
            .joined(separator: ": ")
            // libpq's name of the function that would have sent the password.
            .replacing("fe_sendauth: ", with: "")
    }
}
