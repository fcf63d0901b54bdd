internal import CPhonolithPostgres

/// An answer of the server.
final class PostgresResult {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { postgres_clear(handle) }

    var rowCount: Int { Int(postgres_ntuples(handle)) }

    /// The command tag (postgresql.org/docs/15/protocol-message-formats.html, CommandComplete), such as `INSERT 0 5`;
    /// `ROLLBACK` for a COMMIT after an error.
    var command: String { String(cString: postgres_cmdStatus(handle)) }

    /// Rows that the statement inserted, changed or deleted; `nil` for one that does none of these.
    var changesCount: Int? {
        guard ["INSERT", "UPDATE", "DELETE"].contains(where: command.hasPrefix) else { return nil }
        return Int(String(cString: postgres_cmdTuples(handle)))
    }

    var columnNames: [String] {
        (0..<postgres_nfields(handle)).map { String(cString: postgres_fname(handle, $0)) }
    }
}
