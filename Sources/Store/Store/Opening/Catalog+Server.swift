internal import PhonolithDatabase
import PhonolithFiles
import PhonolithMediaModel

extension Catalog {
    /// Opens a library on a server.
    ///
    /// - Throws: ``CatalogError``.
    static func open(
        on server: ServerAddress, for access: Access, replicas: LibraryReplicas,
        sortKeys: SortKeyMaker, prefersFolderArtwork: Bool, log: QueryLog?
    ) throws -> Catalog {
        try translatingErrors(server.shown) {
            var observer: (@Sendable (ExecutedStatement) -> Void)?
            if let log { observer = { [weak log] in log?.add($0) } }
            let database = try PostgresDatabase(
                at: server.text, readerCount: connectionCount, replicas: replicas.options,
                observer: observer)
            var opened = Catalog(
                path: server.text, database: database, sortKeys: sortKeys,
                prefersFolderArtwork: prefersFolderArtwork)
            opened.replicaAddresses = replicas.addresses.map(\.shown)
            try opened.examineServer(for: access)
            // Nothing else makes it. Where it cannot be made, what is to be written there says so.
            try? WholeFile.makeFolder(server.localFiles.parent)
            log?.start()
            return opened
        }
    }

    /// Whether a server follows another one.
    ///
    /// - Throws: ``CatalogError`` where it cannot be reached.
    package static func isReplica(_ server: ServerAddress) throws -> Bool {
        try translatingErrors(server.shown) { try PostgresDatabase.isReplica(server.text) }
    }

    /// Makes the library where there is none, if it may.
    private func examineServer(for access: Access) throws {
        if try read(Self.isUpToDate) { return }
        let (isEmpty, isLibrary) = try read {
            (try $0.isEmpty, try $0.hasTable("library") && $0.hasTable("migrations"))
        }
        if isEmpty, access != .creating { throw CatalogError(.noLibrary, path: path) }
        guard isEmpty || isLibrary else { throw CatalogError(.foreignDatabase, path: path) }
        try migrate()
    }
}
