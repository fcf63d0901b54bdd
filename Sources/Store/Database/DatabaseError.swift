internal import CPhonolithSQLite
internal import Glibc

/// An error of the database, with its own message.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The asker wanted no more.
        case interrupted
        case notADatabase, corrupt
        case readOnly, full
        /// The role on the server lacks a right.
        case denied
        case cannotOpen
        /// An address of a server that libpq does not take.
        case invalidAddress
        /// A database on a server whose encoding is not UTF-8.
        case otherEncoding
        /// Another connection has what is needed.
        case busy
        /// A value is longer than an index of PostgreSQL takes.
        case tooLong
        /// The server ended a statement, because of its time limit or at an administrator's request.
        case ended
        /// A replica ended a statement, because the server that it follows has changed what it reads.
        case overtaken
        /// A pooler before the server gives each transaction another connection.
        case pooled
        /// The connection to the server was lost.
        case disconnected
        case other
    }

    package let code: Code
    package let message: String?

    /// A database that was closed by this program.
    static let closed = DatabaseError(.other, "the library was closed")

    static let nestedTransaction = DatabaseError(
        .other, "a transaction cannot begin within a transaction")

    package var description: String { message ?? "\(code)" }

    init(_ code: Code, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// A result of SQLite (sqlite.org/rescode.html), with what its connection says about it.
    init(_ result: CInt, of statement: OpaquePointer) {
        guard let connection = sqlite3_db_handle(statement) else {
            self.init(Code(result, isOfFullDisk: false), nil)
            return
        }
        self.init(result, on: connection)
    }

    /// A result of SQLite, with what the connection says about it.
    init(_ result: CInt, on connection: OpaquePointer) {
        self.init(
            Code(result, isOfFullDisk: Self.isOfFullDisk(connection)),
            String(cString: sqlite3_errmsg(connection)))
    }

    /// Whether the last call failed because the disk is full: the files beside a library, which readers need as well, fail otherwise
    /// than its own.
    private static func isOfFullDisk(_ connection: OpaquePointer) -> Bool {
        // SQLITE_IOERR_SHMSIZE, which the header has as an expression.
        let cannotGrow = SQLITE_IOERR | 19 << 8
        return sqlite3_extended_errcode(connection) == cannotGrow
            || [ENOSPC, EDQUOT].contains(sqlite3_system_errno(connection))
    }
}

extension DatabaseError.Code {
    fileprivate init(_ result: CInt, isOfFullDisk: Bool) {
        self =
            switch result & 0xFF {
            case SQLITE_IOERR where isOfFullDisk, SQLITE_CANTOPEN where isOfFullDisk: .full
            case SQLITE_INTERRUPT: .interrupted
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_READONLY, SQLITE_PERM: .readOnly
            case SQLITE_FULL: .full
            case SQLITE_CANTOPEN, SQLITE_AUTH: .cannotOpen
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            default: .other
            }
    }
}
