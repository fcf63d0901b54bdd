import Foundation
import PhonolithPlayback
import Testing

@Suite("The pictures for the bus")
struct BusArtFolderTests {
    private func path(_ address: String?) throws -> String {
        try #require(address.flatMap(URL.init(string:))).path
    }

    @Test("are in a folder that is its owner's alone, one at a time, and go with it")
    func folder() throws {
        var folder: BusArtFolder? = BusArtFolder()
        let first = try path(folder?.store([1], as: "1"))
        let place = URL(fileURLWithPath: first).deletingLastPathComponent().path
        let rights = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions]
        #expect(rights as? Int == 0o700)
        let second = try path(folder?.store([2], as: "2"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: second)) == Data([2]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["2"])
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: place))
    }

    @Test("have a folder for each of many players that begin at once")
    func manyPlayers() async {
        let addresses = await withTaskGroup(of: String?.self) { group in
            for number in 0..<200 {
                group.addTask { BusArtFolder().store([1], as: "\(number)") }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(addresses.count == 200 && !addresses.contains(nil))
    }

    @Test("leave alone whatever others put there")
    func others() throws {
        var folder: BusArtFolder? = BusArtFolder()
        let place = URL(fileURLWithPath: try path(folder?.store([1], as: "1")))
            .deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: place) }
        let victim = try TemporaryFolder()
        let precious = victim.url.appendingPathComponent("precious")
        try Data([9]).write(to: precious)
        try FileManager.default.createSymbolicLink(
            at: place.appendingPathComponent("link"), withDestinationURL: victim.url)
        try FileManager.default.createSymbolicLink(
            at: place.appendingPathComponent("2"), withDestinationURL: precious)
        #expect(folder?.store([2], as: "2") == nil)
        #expect(folder?.store([3], as: "3") != nil)
        folder = nil
        #expect(try Data(contentsOf: precious) == Data([9]))
    }

    @Test("of players that were killed are removed by the next, those that are used are not")
    func abandoned() throws {
        let used = BusArtFolder()
        let picture = try path(used.store([1], as: "1"))
        let place = URL(fileURLWithPath: picture).deletingLastPathComponent()
            .deletingLastPathComponent()
        let abandoned = place.appendingPathComponent("phonolith-art-\(UUID().uuidString)")
        let other = place.appendingPathComponent("phonolith-art-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: other) }
        // A player never has two. As a whole at once: others that begin meanwhile remove what is abandoned, too.
        let temporary = try TemporaryFolder()
        for (folder, pictures) in [(other, ["1", "2"]), (abandoned, ["1"])] {
            let made = temporary.url.appendingPathComponent("made")
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
            for name in pictures { try Data([1]).write(to: made.appendingPathComponent(name)) }
            try FileManager.default.moveItem(at: made, to: folder)
        }
        let next = BusArtFolder()
        #expect(next.store([3], as: "3") != nil)
        #expect(!FileManager.default.fileExists(atPath: abandoned.path))
        #expect(
            [picture, other.path].map(FileManager.default.fileExists(atPath:)) == [true, true])
        withExtendedLifetime(used) {}
    }
}
