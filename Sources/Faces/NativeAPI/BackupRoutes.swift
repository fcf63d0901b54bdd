import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStreaming

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
