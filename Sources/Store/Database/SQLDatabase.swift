/// A database, from which connections are had for as long as a closure takes.
///
/// Every method blocks its thread for the time that the database takes.
package protocol SQLDatabase: Sendable {
    var dialect: Dialect { get }

    /// Reads the database as it is at one moment, after everything that was written here.
    ///
    /// - Throws: ``DatabaseError``, and what `body` throws.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value

    /// Reads the database itself, and no server that follows it.
    ///
    /// - Throws: ``DatabaseError``, and what `body` throws.
    func readOwn<Value>(_ body: (Connection) throws -> Value) throws -> Value

    /// The servers that answer for it, in the order of their addresses.
    var replicaStandings: [ReplicaStanding] { get }

    /// Reads the database as it is now. No later reading gives an older state.
    ///
    /// - Throws: ``DatabaseError``, and what `body` throws.
    func readLatest<Value>(_ body: (Connection) throws -> Value) throws -> Value

    /// Has the connection that writes, outside a transaction unless the thread is in one already.
    ///
    /// - Throws: ``DatabaseError``, and what `body` throws.
    func write<Value>(_ body: (Connection) throws -> Value) throws -> Value

    /// Makes the steps of a schema that were not made yet, in their order, each in a transaction of its own.
    func migrate(_ migrations: [Migration]) throws

    /// Closes the connections; further calls fail.
    func close() throws
}

/// How long a connection that writes waits for another that has locked the database, in seconds.
let longestLockWait = 10.0

/// Statements that a connection keeps at most.
let mostKeptStatements = 1000
