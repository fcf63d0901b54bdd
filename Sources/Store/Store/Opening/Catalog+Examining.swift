import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithFiles
import PhonolithMediaModel
import SystemPackage

extension Catalog {
    /// Makes an empty file that only its owner can read: a library has hashes of passwords, tokens of shares and histories.
    /// SQLite gives the files next to it the same rights. Where it cannot be made, SQLite says so.
    static func makePrivateFile(_ path: String) {
        try? MediaPath(path).opened(.readWrite, options: .create, rights: 0o600).close()
    }

    /// Looks at the file before SQLite does, because SQLite would fill an empty file, or change another
    /// program's.
    static func examine(_ path: String, for access: Access) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT, access == .creating else {
                throw CatalogError(
                    errno == ENOENT ? .noLibrary : .cannotOpen, path: path,
                    detail: errno == ENOENT ? nil : String(cString: strerror(errno)))
            }
            try makeFolder(of: path)
            return makePrivateFile(path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CatalogError(.notADatabase, path: path, detail: "it is not a regular file")
        }
        if status.st_size == 0, access != .creating {
            throw CatalogError(.noLibrary, path: path, detail: "the file is empty")
        }
        if access != .reading, isOnReadOnlyDisk(path) {
            throw CatalogError(.readOnly, path: path, detail: "its disk is mounted read-only")
        }
        // SQLite would find out only at the first change.
        if access != .reading, Glibc.access(path, W_OK) != 0 {
            throw CatalogError(.readOnly, path: path, detail: String(cString: strerror(errno)))
        }
        guard status.st_size > 0 else { return }
        try ExaminedFiles.examine(path) { isKnown in
            // Where no files can be made next to it, nothing is locked, and SQLite could not look at it like this.
            if isKnown, !isOutOfReach(path) {
                try translatingErrors(path) {
                    do {
                        guard try isLibraryOrEmpty(path) else {
                            throw CatalogError(.foreignDatabase, path: path)
                        }
                    } catch let error as DatabaseError where error.code == .notADatabase {
                        // Another file has got the number of one that was deleted.
                        throw CatalogError(.notADatabase, path: path)
                    }
                }
            } else {
                try examineHeader(path)
            }
        }
    }

    /// The folder that a file is in, as the system resolves it.
    static func folder(of path: String) -> String {
        let folder = MediaPath(path).parent
        return folder.bytes.isEmpty ? "." : folder.description
    }

    private static func makeFolder(of path: String) throws {
        do {
            try WholeFile.makeFolder(MediaPath(folder(of: path)))
        } catch {
            throw CatalogError(.cannotOpen, path: path, detail: "its folder cannot be created")
        }
    }

    /// The first 100 bytes of a database are its header; bytes 68...71 hold the application's mark.
    private static func examineHeader(_ path: String) throws {
        guard access(path, R_OK) == 0 else {
            throw CatalogError(.cannotOpen, path: path, detail: "it cannot be read")
        }
        let header = MediaPath(path).firstBytes(100)
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw CatalogError(.notADatabase, path: path)
        }
        let mark = header[68..<72].reduce(0) { $0 << 8 | Int32($1) }
        if mark == applicationID { return }
        // A library whose making was interrupted has its mark only in the write-ahead log yet.
        guard mark == 0, try translatingErrors(path, { try isLibraryOrEmpty(path) }) else {
            throw CatalogError(.foreignDatabase, path: path)
        }
    }

    private static func isLibraryOrEmpty(_ path: String) throws -> Bool {
        var reading = SQLiteConfiguration()
        reading.isReadOnly = true
        let file = try SQLiteDatabase(path: path, reading)
        defer { try? file.close() }  // It has only read.
        return try file.read { database in
            let mark = try Int32.fetchOne(database, literal: "PRAGMA application_id")
            let tables = try Int.fetchOne(database, literal: "SELECT count(*) FROM sqlite_schema")
            return mark == applicationID || tables == 0
        }
    }
}
