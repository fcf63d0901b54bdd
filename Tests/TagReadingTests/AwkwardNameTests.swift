import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct AwkwardNameTests {
    @Test(
        "A file is read whatever its name is made of",
        arguments: ["full/full.mp3", "full/full.mkv"],
        [
            Array("caf".utf8) + [0xE9], Array("new\nline".utf8), [0xFF, 0xFE], Array("http:x".utf8),
            Array("concat:a|b".utf8), Array("-%03d".utf8),
        ])
    func names(fixture: String, name: [UInt8]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // a leftover harms nobody
        let fileExtension = MediaPath(fixture).pathExtension
        let path = MediaPath(folder.path)
            .appending(MediaPath(bytes: name + Array(".\(fileExtension)".utf8)))
        try write(Fixtures.bytes(of: fixture), to: path)
        let expected = try TagReader().read(Fixtures.path(of: fixture))
        #expect(try TagReader().read(path) == expected)
        #expect(unlinkFile(path) == 0)
    }

    /// Foundation takes names as text, which these are not.
    private func write(_ bytes: [UInt8], to path: MediaPath) throws {
        let file = (path.bytes + [0]).withUnsafeBytes {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { fopen($0, "wb") } }
        }
        let opened = try #require(file)
        #expect(fwrite(bytes, 1, bytes.count, opened) == bytes.count)
        #expect(fclose(opened) == 0)
    }

    private func unlinkFile(_ path: MediaPath) -> CInt {
        (path.bytes + [0]).withUnsafeBytes {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { unlink($0) } ?? -1 }
        }
    }
}
