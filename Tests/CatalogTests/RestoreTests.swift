import Catalog
import Foundation
import Testing

/// What programs see of a library that was replaced by a backup.
@Suite struct RestoreTests {
    @Test("A restored library is newer than the one that it replaces")
    func lastModified() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-restore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // What stays in the temporary folder harms nothing.
        defer { try? FileManager.default.removeItem(at: folder) }
        let (library, backup) = (folder.path + "/library.sqlite", folder.path + "/backup.sqlite")
        let catalog = try Catalog.open(at: library, for: .creating)
        try catalog.backup(to: backup)
        try catalog.users.add("Anna")
        let before = try catalog.lastModifiedDate()
        try Catalog.restore(backup, to: library)
        #expect(try catalog.lastModifiedDate() > before)
        #expect(try catalog.users.all().map(\.name) == ["owner"])
        // What is written within the same second does not make it older.
        let restored = try catalog.lastModifiedDate()
        try catalog.users.add("Bert")
        #expect(try catalog.lastModifiedDate() >= restored)
        try catalog.close()
    }
}
