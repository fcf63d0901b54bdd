import Foundation
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers
import Testing

extension WholePrograms {
    /// A library without the key that its app passwords are encrypted with.
    @Suite(.timeLimit(.minutes(20))) struct LostKeyTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-key-\(UUID().uuidString)")
        private var library: String { folder.appendingPathComponent("library.sqlite").path }
        private var key: String { library + ".key" }

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

        @Test("App passwords that a new key cannot open are revoked, with a line")
        func loss() throws {
            defer { remove(folder.path) }
            let catalog = try Catalog.open(at: library, for: .creating)
            var lines: [String] = []
            func open() throws -> SecretKey { try SecretKey(of: catalog) { lines.append($0) } }
            func count() throws -> Int? {
                try catalog.access.account(named: "owner")?.appPasswords.count
            }
            for label in ["Phone", "Desk"] {
                _ = try Access.addAppPassword(
                    label: label, of: catalog.users.all()[0], in: catalog, key: open())
            }
            _ = try open()
            #expect(lines.isEmpty)
            #expect(try count() == 2)
            remove(key)
            _ = try open()
            #expect(
                lines == [
                    "\(key) is missing: 2 app passwords are revoked; make new ones with phonolith app-password add"
                ])
            #expect(try count() == 0)
            #expect(FileManager.default.fileExists(atPath: key))
            remove(key)
            _ = try open()
            #expect(lines.count == 1)
        }

        @Test("The service and the command for app passwords say it on standard error")
        func programs() async throws {
            defer { remove(folder.path) }
            let catalog = try Catalog.open(at: library, for: .creating)
            func add() throws {
                let key = try SecretKey(of: catalog) { Issue.record("\($0)") }
                _ = try Access.addAppPassword(
                    label: "Phone", of: catalog.users.all()[0], in: catalog, key: key)
                remove(self.key)
            }
            try add()
            let command = try ServerProgram(["app-password", "add", "owner", "--library", library])
            let printed = try await command.end()
            #expect(printed.errors.contains("\(key) is missing: 1 app password is revoked; "))
            #expect(try catalog.access.account(named: "owner")?.appPasswords.count == 1)
            try FileManager.default.removeItem(atPath: key)
            let service = try ServerProgram([
                "serve", "--quiet", "--listen", "127.0.0.1:0", "--library", library,
            ])
            _ = try await service.address()
            service.terminate()
            #expect(try await service.end().errors.contains("1 app password is revoked"))
            #expect(try catalog.access.account(named: "owner")?.appPasswords.isEmpty == true)
        }
    }
}
