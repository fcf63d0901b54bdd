import FoundationEssentials
import HTTPTypes
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

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
