import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct ProtectionTests {
    @Test(
        "sound in a sample entry that hides another is protected, whatever the file is called",
        arguments: [("mp4a", nil), ("drms", true), ("enca", true)] as [(String, Bool?)])
    func sampleEntries(entry: String, isProtected: Bool?) throws {
        var bytes = [UInt8](try Data(contentsOf: Fixtures.url(of: "full/full.m4p")))
        let name = try #require(bytes.firstRange(of: Array("mp4a".utf8)))
        bytes.replaceSubrange(name, with: entry.utf8)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-protection-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("song.m4a")
        try Data(bytes).write(to: file)
        let facts = try TagReader().read(MediaPath(file.path)).facts
        #expect(facts.hasProtectedAsset == isProtected)
        #expect(facts.title != nil)
    }
}
