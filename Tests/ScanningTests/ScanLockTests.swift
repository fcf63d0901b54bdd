import Catalog
import Foundation
import Scanning
import Testing

@Suite struct ScanLockTests {
    @Test("a library has one lock, whatever links lead to it")
    func links() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let library = folder.appendingPathComponent("library.sqlite").path
        let link = folder.appendingPathComponent("link.sqlite").path
        try Data().write(to: URL(fileURLWithPath: library))
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "library.sqlite")
        do {
            let lock = try ScanLock(library: library)
            let error = #expect(throws: ScanLockError.self) { try ScanLock(library: link) }
            #expect(error?.isHeld == true)
            withExtendedLifetime(lock) {}
        }
        #expect(throws: Never.self) { try ScanLock(library: link) }
    }
}
