import Foundation
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// The rights of the files of a library.
@Suite struct PrivateFileTests {
    private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appendingPathComponent("phonolith-private-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The rights of the files in the folder, in octal digits.
    private func rights() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let mode = try FileManager.default.attributesOfItem(atPath: path(name))[
                    .posixPermissions]
                return (name, String(try #require(mode as? Int), radix: 8))
            })
    }

    @Test("A library, what is next to it, its backups and what is restored are their owner's alone")
    func rightsOfFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalog = try Catalog.open(at: path("a.sqlite"), for: .creating)
        _ = try catalog.users.add("Anna")
        let lock = try ScanLock(library: path("a.sqlite"))
        try catalog.backup(to: path("backup"))
        try Catalog.restore(path("backup"), to: path("restored.sqlite"))
        let files = try rights()
        #expect(Set(files.values) == ["600"], "\(files)")
        #expect(
            Set(files.keys).isSuperset(
                of: ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "backup", "restored.sqlite"]))
        // Rights that the owner gave stay.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: path("a.sqlite"))
        try catalog.close()
        let again = try Catalog.open(at: path("a.sqlite"), for: .creating)
        _ = try again.users.add("Bert")
        #expect(try rights()["a.sqlite"] == "640")
        try again.close()
        withExtendedLifetime(lock) {}
    }
}
