import Foundation
import PhonolithDatabase
import PhonolithStore
import PhonolithUsers
import Testing

/// A library that was replaced by a backup, as programs see it.
@Suite struct RestoreTests {
    @Test("A restored library is newer than the one that it replaces")
    func lastModified() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-restore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Files left in the temporary folder harm nothing.
        defer { try? FileManager.default.removeItem(at: folder) }
        let (library, backup) = (folder.path + "/library.sqlite", folder.path + "/backup.sqlite")
        let catalog = try Catalog.open(at: library, for: .creating)
        try catalog.backup(to: backup)
        try catalog.users.add("Anna")
        let before = try catalog.lastModifiedDate()
        try Catalog.restore(backup, to: library)
        #expect(try catalog.lastModifiedDate() > before)
        #expect(try catalog.users.all().map(\.name) == ["owner"])
        // A write within the same second does not make it older.
        let restored = try catalog.lastModifiedDate()
        try catalog.users.add("Bert")
        #expect(try catalog.lastModifiedDate() >= restored)
        try catalog.close()
    }

    /// A backup of a library on a server has pages of SQLite's usual size.
    @Test(
        "A backup whose pages have another size takes the library's place, and the other way round")
    func otherPageSize() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-restore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Files left in the temporary folder harm nothing.
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = folder.path + "/library.sqlite"
        let (usual, other) = (folder.path + "/usual.sqlite", folder.path + "/other.sqlite")
        let catalog = try Catalog.open(at: library, for: .creating)
        try catalog.backup(to: usual)
        try catalog.users.add("Anna")
        try catalog.backup(to: other)
        let database = try SQLiteDatabase(path: other)
        try database.write {
            try $0.execute(sql: "PRAGMA page_size = 4096")
            try $0.execute(sql: "VACUUM")
        }
        try database.close()
        for (backup, users) in [(other, ["owner", "Anna"]), (usual, ["owner"])] {
            try Catalog.restore(backup, to: library)
            #expect(try catalog.users.all().map(\.name) == users)
        }
        try catalog.close()
        let fresh = folder.path + "/fresh.sqlite"
        try Catalog.restore(other, to: fresh)
        try Catalog.restore(usual, to: fresh)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.contains("pages")
            } == [])
    }
}
