import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// Ogg files in which one stream follows another, as recorded radio has them.
@Suite struct OggChainTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The bytes of an Ogg file under another serial number, and without check sums, which nobody here verifies.
    private func renumbered(_ name: String, serial: UInt8) throws -> [UInt8] {
        var bytes = try Fixtures.bytes(of: name)
        var place = 0
        while place + 27 <= bytes.count {
            bytes[place + 14] = serial
            let segments = Int(bytes[place + 26])
            place +=
                27 + segments + bytes[place + 27..<place + 27 + segments].reduce(0) { $0 + Int($1) }
        }
        return bytes
    }

    @Test(
        "The length of a chain is that of its streams together, and each is found",
        arguments: ["sweep/long.opus", "sweep/long.ogg"])
    func chain(name: String) throws {
        let alone = try #require(TagReader().read(Fixtures.path(of: name)).facts.playbackDuration)
        let parts = try (1...3).map { try renumbered(name, serial: UInt8($0)) }
        let path = try folder.write(parts.flatMap(\.self), to: "chain.ogg")
        let chain = try #require(OggChain(of: path))
        #expect(chain.links.map(\.offset) == [0, parts[0].count, 2 * parts[0].count])
        for (number, link) in chain.links.enumerated() {
            #expect(abs(link.start - Double(number) * alone) < 0.01)
        }
        let facts = try TagReader().read(path).facts
        #expect(try abs(#require(facts.playbackDuration) - 3 * alone) < 0.01)
    }

    @Test("What is one stream, cut off or none is no chain")
    func none() throws {
        #expect(OggChain(of: Fixtures.path(of: "sweep/long.opus")) == nil)
        #expect(OggChain(of: Fixtures.path(of: "sweep/long.mp3")) == nil)
        #expect(try OggChain(of: folder.write(ascii("OggS"), to: "short.ogg")) == nil)
        #expect(try OggChain(of: folder.write([], to: "empty.ogg")) == nil)
    }
}
