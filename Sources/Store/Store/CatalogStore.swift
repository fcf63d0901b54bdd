package import PhonolithDatabase
package import PhonolithMediaModel

/// A subject of a library: a value over the connections of its ``Catalog``, and the user who asks.
package protocol CatalogStore: Sendable {
    var catalog: Catalog { get }
}

extension CatalogStore {
    package var path: String { catalog.path }
    package var user: PersistentID<User> { catalog.user }
    package var userID: Int64 { catalog.userID }
    package var sortKeys: SortKeyMaker { catalog.sortKeys }

    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try catalog.read(body)
    }

    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try catalog.write(body)
    }

    package func viewer(_ database: Connection) throws -> Viewer {
        try catalog.viewer(database)
    }
}
