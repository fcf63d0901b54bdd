internal import CPhonolithPostgres
import Glibc

/// A connection to a PostgreSQL server. One thread at a time may use it.
///
/// Waits for each answer, sooner or later, and cancels the statement on the server when its task is cancelled meanwhile.
final class PostgresConnection {
    private let handle: OpaquePointer
    /// The address of a replica, which is given up where it answers no one; `nil` for a server that is waited for.
    private let replica: String?
    var isReplica: Bool { replica != nil }
    private var isGivenUp = false
    private let observer: (@Sendable (ExecutedStatement) -> Void)?
    /// The names of the statements that the server keeps, by their text and the types of their values.
    private var prepared: [PreparedKey: String] = [:]
    private var preparedCount = 0
    /// The texts of statements with the server's marks for their values.
    private var numbered: [String: String] = [:]
    private var columnTypes: [String: [String: PostgresType]] = [:]
    /// Cursors that it has had: each has a name of its own.
    var cursorCount = 0

    /// Whether the server was asked to end the last statement.
    private var isCancelled = false
    /// Whether a statement was sent, and its answer not read yet.
    private var isAnswerDue = false
    /// The error of such a statement; thrown by the next use of the connection.
    private var lateError: (any Error)?
    private var changes = (last: 0, total: 0)
    /// Rows that statements gave, but for those of ``Connection/besidesAnswer(_:)``.
    var rowCount = 0

    private struct PreparedKey: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: A URL or a connection string (postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    ///   - isReplica: Whether another server can answer for it. A pooler may give each of its transactions another session, in
    ///     which nothing is prepared.
    /// - Throws: ``DatabaseError``, without a password in its message.
    init(
        to address: String, isReplica: Bool = false,
        observer: (@Sendable (ExecutedStatement) -> Void)?
    ) throws {
        if let failure = phonolith_postgres_load() {
            throw DatabaseError(
                .cannotOpen, "\(String(cString: failure)): install PostgreSQL's library libpq")
        }
        try Self.check(address)
        guard let handle = Self.connected(to: address, isReplica: isReplica) else {
            throw DatabaseError(.cannotOpen, "no memory for a connection")
        }
        self.handle = handle
        replica = isReplica ? address : nil
        self.observer = observer
        guard postgres_status(handle) == CONNECTION_OK else {
            // `deinit` closes the connection, here and below.
            throw Self.refusal(of: handle)
        }
        _ = postgres_setNoticeProcessor(handle, { _, _ in }, nil)
        let encoding = postgres_parameterStatus(handle, "server_encoding").map(
            String.init(cString:))
        guard encoding == "UTF8" else {
            throw DatabaseError(
                .otherEncoding, "its encoding is \(encoding ?? "?") and not UTF8")
        }
    }

    deinit { postgres_finish(handle) }

    /// Whether it can be used further.
    var isAlive: Bool { !isGivenUp && postgres_status(handle) == CONNECTION_OK }

    /// Whether it still can be, after a time without use: a server only speaks unasked when it ends a connection.
    var isFresh: Bool {
        do { try awaitAnswer() } catch { return false }
        var place = pollfd(fd: postgres_socket(handle), events: Int16(POLLIN), revents: 0)
        return isAlive && poll(&place, 1, 0) == 0
    }

    /// The server's process for this connection.
    var session: Int32 { postgres_backendPID(handle) }

    var isInsideTransaction: Bool { postgres_transactionStatus(handle) != PQTRANS_IDLE }

    // MARK: - Statements

    /// Runs a statement with its values.
    ///
    /// - Parameter isKept: Whether the server is to keep it prepared for the next time.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    func run(
        _ sql: String, _ parameters: PostgresParameters, isKept: Bool
    ) throws -> PostgresResult {
        try send(sql, parameters, isKept: isKept)
        return try takeAnswer()
    }

    /// Runs a statement, and within a transaction goes on while the server works on it. If it fails, so does the next use of
    /// the connection, the end of the transaction at the latest.
    ///
    /// - Throws: ``DatabaseError``.
    func begin(_ sql: String, _ parameters: PostgresParameters) throws {
        let isPart = isInsideTransaction
        try send(sql, parameters, isKept: true)
        isAnswerDue = true
        if !isPart { try awaitAnswer() }
    }

    /// Sends a statement without values, whose answer the next use of the connection waits for.
    func begin(_ sql: String) { isAnswerDue = postgres_sendQuery(handle, sql) == 1 }

    /// Tells the observer of a statement that begins.
    func note(_ sql: String, with values: [SQLValue]) {
        observer?(
            ExecutedStatement(sql: sql) { PostgresParameterMarks.expanded(sql, with: values) })
    }

    private func send(_ sql: String, _ parameters: PostgresParameters, isKept: Bool) throws {
        try awaitAnswer()
        let text = numbered(sql)
        let name = isKept && replica == nil ? try prepare(text, parameters.types) : nil
        let isSent = parameters.withAddresses { count, values, lengths, formats in
            if let name {
                postgres_sendQueryPrepared(handle, name, count, values, lengths, formats, 1)
            } else {
                postgres_sendQueryParams(
                    handle, text, count, parameters.types, values, lengths, formats, 1)
            }
        }
        guard isSent == 1 else { throw error(of: nil) }
    }

    private func takeAnswer() throws -> PostgresResult {
        let result = try answer(isSent: 1)
        if let count = result.changesCount { changes = (count, changes.total + count) }
        rowCount += result.rowCount
        return result
    }

    /// Waits for the answer to what was begun.
    func awaitAnswer() throws {
        if isAnswerDue {
            isAnswerDue = false
            _ = try takeAnswer()
        }
        if let error = lateError {
            lateError = nil
            throw error
        }
    }

    /// Closes a cursor, unless an error has already ended its transaction, and the cursor with it.
    func close(cursor name: String) {
        do { try awaitAnswer() } catch { lateError = error }
        // If this fails, the cursor ends with its transaction.
        if lateError == nil { _ = try? run("CLOSE \(name)", .none, isKept: false) }
    }

    /// Rows that the last statement changed, and all since the connection was made. Waits for the last statement; its error is
    /// thrown by the next.
    var changesCounts: (last: Int, total: Int) {
        do { try awaitAnswer() } catch { lateError = error }
        return changes
    }

    /// Runs statements without values, separated by semicolons.
    ///
    /// - Returns: The answer to the last.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    func execute(_ sql: String) throws -> PostgresResult {
        try awaitAnswer()
        return try answer(isSent: postgres_sendQuery(handle, sql))
    }

    private func numbered(_ sql: String) -> String {
        if let known = numbered[sql] { return known }
        if numbered.count >= mostKeptStatements { numbered = [:] }
        let text = PostgresParameterMarks.numbered(sql)
        numbered[sql] = text
        return text
    }

    private func prepare(_ sql: String, _ types: [Oid]) throws -> String {
        let key = PreparedKey(sql: sql, types: types)
        if let name = prepared[key] { return name }
        if prepared.count >= mostKeptStatements {
            try execute("DEALLOCATE ALL")
            prepared = [:]
        }
        // A name that was refused is not used again: the server may have it all the same.
        preparedCount += 1
        let name = "s\(preparedCount)"
        _ = try answer(isSent: postgres_sendPrepare(handle, name, sql, CInt(types.count), types))
        prepared[key] = name
        return name
    }

    /// The types of a table's columns.
    func columnTypes(
        of table: String, _ connection: Connection
    ) throws -> [String: PostgresType] {
        if let known = columnTypes[table] { return known }
        let rows = try Row.fetchAll(
            connection,
            literal: """
                SELECT attname, format_type(atttypid, NULL) FROM pg_attribute
                WHERE attrelid = to_regclass(\(table)) AND attnum > 0 AND NOT attisdropped
                """)
        let types = rows.reduce(into: [String: PostgresType]()) {
            $0[$1[0]] = PostgresType(rawValue: $1[1])
        }
        columnTypes[table] = types
        return types
    }

    // MARK: - Answers

    /// Waits for the answer to what was sent.
    private func answer(isSent: CInt) throws -> PostgresResult {
        isCancelled = false
        guard isSent == 1 else { throw error(of: nil) }
        var last: PostgresResult?
        var failure: DatabaseError?
        while true {
            try waitUntilReady()
            guard let next = postgres_getResult(handle) else { break }
            let result = PostgresResult(next)
            switch postgres_resultStatus(next) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = result
            default: failure = failure ?? error(of: next)
            }
        }
        if let failure {
            // The server has other prepared statements than this connection expects, so all are prepared again.
            if failure.code == .pooled { prepared = [:] }
            throw failure
        }
        guard let last else { throw error(of: nil) }
        return last
    }

    /// Waits until the next part of an answer can be read without waiting.
    private func waitUntilReady() throws {
        /// In milliseconds: the longest delay until a cancellation is noticed.
        let interval: CInt = 50
        var silence: CInt = 0
        while postgres_isBusy(handle) == 1 {
            var place = pollfd(fd: postgres_socket(handle), events: Int16(POLLIN), revents: 0)
            let count = poll(&place, 1, interval)
            if count < 0, errno != EINTR { throw error(of: nil) }
            if count > 0, postgres_consumeInput(handle) == 0 { throw error(of: nil) }
            guard count == 0 else { continue }
            silence += interval
            if silence % Self.longestSilence == 0 { try giveUpIfGone() }
            if !isCancelled, Connection.isAbandoned {
                // A server that is gone would not answer this, either.
                try giveUpIfGone()
                cancel()
                isCancelled = true
            }
        }
    }

    /// In milliseconds, until a replica is asked whether it is there.
    private static let longestSilence: CInt = 2000

    /// Ends the wait for a replica that has stopped, though its system still keeps the connection.
    private func giveUpIfGone() throws {
        guard let replica, !Self.isThere(replica) else { return }
        isGivenUp = true
        throw DatabaseError(.disconnected, "the replica does not answer")
    }

    private func cancel() {
        guard let cancel = postgres_getCancel(handle) else { return }
        defer { postgres_freeCancel(cancel) }
        var message = [CChar](repeating: 0, count: 256)
        // If it cannot be cancelled, the answer is read to its end.
        _ = postgres_cancel(cancel, &message, CInt(message.count))
    }

    private func error(of answer: OpaquePointer?) -> DatabaseError {
        let error = DatabaseError(answer, of: handle, isConnected: isAlive)
        return isCancelled && error.code == .ended
            ? DatabaseError(.interrupted, error.message) : error
    }
}
