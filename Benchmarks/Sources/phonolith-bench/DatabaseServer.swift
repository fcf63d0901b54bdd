import Foundation

/// A PostgreSQL server that runs while this is measured, reached by a socket (`scripts/with-postgres`).
struct DatabaseServer {
    /// Holds the socket.
    let folder: String

    /// The server that the environment names; `nil` without one.
    static var current: DatabaseServer? {
        ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"].map(DatabaseServer.init)
    }

    private init(folder: String) { self.folder = folder }

    /// Makes an empty database, in the place of one of that name.
    ///
    /// - Returns: Its address, as a library.
    func makeDatabase(_ name: String) throws -> String {
        let server = ["--host", folder, "--username", "postgres"]
        _ = try Command("dropdb", server + ["--if-exists", "--force", name]).run()
        _ = try Command(
            "createdb", server + ["--encoding", "UTF8", "--template", "template0", name]
        ).run()
        return "host=\(folder) user=postgres dbname=\(name)"
    }
}
