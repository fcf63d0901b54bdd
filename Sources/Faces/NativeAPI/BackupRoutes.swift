import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// Copies of the library. An app password is not enough: they hold what all users have, and the hashes of their passwords.
enum BackupRoutes {
    static let all = [
        APIRoute(
            .get, "/backup", "Download a backup of the library, for phonolith restore.",
            answer: .bytes("application/vnd.sqlite3"), role: .admin, refusesAppPasswords: true
        ) { call in
            try await saved(as: Backups.name(at: .now), "application/vnd.sqlite3", call) {
                let backups = call.service.backups
                let file = try await call.library.perform { try backups.copy($0) }
                return (.file(file, call.library.files), file.representation)
            }
        },
        APIRoute(
            .get, "/backup/key",
            "Download the key of the app passwords in a backup. Keep it secret.",
            answer: .bytes("application/octet-stream"), role: .admin, refusesAppPasswords: true
        ) { call in
            let name = Backups.name(at: .now) + ".key"
            return try await saved(as: name, "application/octet-stream", call) {
                let backups = call.service.backups
                let bytes = try await call.library.files.perform { try backups.key() }
                let tag = SecretBytes.random(8).hexadecimal
                return (
                    .memory(bytes),
                    Representation(length: bytes.count, tag: EntityTag(tag), modified: 0)
                )
            }
        },
    ]

    /// Bytes that the browser saves, and no cache keeps.
    private static func saved(
        as name: String, _ mimeType: String, _ call: APICall,
        _ make: () async throws -> (ByteAnswer.Source, Representation)
    ) async throws -> Response {
        let (source, representation) = try await make()
        return call.respond(
            ByteAnswer(
                source, representation, mimeType: mimeType,
                headers: [
                    .contentDisposition: Attachment.header(name), .cacheControl: "no-store",
                ]))
    }
}

/// Copies of the library, to be downloaded.
struct Backups: Sendable {
    /// The path of the library.
    let library: String
    /// Where a copy is while it is sent.
    let folder: MediaPath

    /// The file name for a copy that is made at a time.
    static func name(at date: Date) -> String {
        "phonolith-\(date.iso8601.prefix(10)).sqlite"
    }

    /// Copies the library into a file that has no name any more, so that it is gone when it was sent. Blocks its thread.
    ///
    /// Only the server's user can read it meanwhile: it holds the hashes of the passwords.
    func copy(_ catalog: Catalog) throws -> OpenFile {
        let place = folder.appending(MediaPath("backup-\(UInt64.random(in: 0 ... .max))"))
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(folder)
            try WholeFile.makeFolder(place, rights: 0o700)
        } catch {
            throw Problem(
                .internalServerError, "\(folder): cannot be written: \(error); \(error.remedy)")
        }
        // A copy that is left behind is in the folder of the caches, and does no harm.
        defer { try? FileManager.default.removeItem(atPath: place.description) }
        let file = place.appending("library.sqlite")
        try catalog.backup(to: file.description)
        return try OpenFile(file)
    }

    /// The key for the app passwords in the library. Blocks its thread.
    func key() throws(Problem) -> [UInt8] {
        let path = Catalog.keyPath(ofLibrary: library)
        do {
            return try path.allBytes(upTo: 4096)
        } catch {
            throw Problem(.internalServerError, "\(path): cannot be read: \(error)")
        }
    }
}
