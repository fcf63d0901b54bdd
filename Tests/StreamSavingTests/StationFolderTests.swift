import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithRecording
import PhonolithTestSupport
import Testing

@Suite("A radio station that is saved by its titles", .timeLimit(.minutes(5)))
struct StationFolderTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("station-\(UUID())")

    /// The sound that a station plays without a gap.
    struct Program: CustomTestStringConvertible, Sendable {
        let form: FrameForm
        let name: String
        let contentType: String
        /// How often the file is repeated.
        let count: Int

        var testDescription: String { name }

        /// The whole frames of the file, without the tag before them.
        func content() throws -> [UInt8] {
            let frames = try StationFolderTests.frames(name, form)
            return (0..<count).flatMap { _ in frames }
        }
    }

    private static func frames(_ name: String, _ form: FrameForm) throws -> [UInt8] {
        let bytes = try Fixtures.bytes(of: name)
        var rest = bytes[...]
        if bytes.starts(with: "ID3".utf8) {
            rest = rest.dropFirst(10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) })
        }
        let start = rest.startIndex
        while case .bytes(let count) = form.length(of: rest), count <= rest.count {
            rest = rest.dropFirst(count)
        }
        return Array(bytes[start..<rest.startIndex])
    }

    private func names(in subfolder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent(subfolder).path
        ).sorted()
    }

    /// Listens until so many files are complete.
    private func save(_ server: MusicServer, count: Int) async throws {
        let saver = StreamSaver(to: .folder(MediaPath(folder.path))) { _ in }
        let player = QueuePlayer(to: .null(speed: .infinity))
        await player.setKeeping { saver.keeper(for: $0) }
        await player.setQueue(with: [PlayerItem(.url(server.address("radio")))])
        await player.play()
        try await eventually("titles are complete") { saver.savedCount >= count }
        await player.close()
        #expect(await saver.finish().problemCount == 0)
    }

    @Test(
        "is cut at frames, tagged and numbered; what was heard in part is put aside",
        arguments: [
            Program(form: .mpeg, name: "sweep/long.mp3", contentType: "audio/mpeg", count: 1),
            Program(form: .adts, name: "full/full.aac", contentType: "audio/aac", count: 8),
        ])
    func titles(program: Program) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try program.content()
        let ending = program.form == .mpeg ? "mp3" : "aac"
        let stream = (0..<20).flatMap { _ in content }
        let change = stream.count / 2
        let server = MusicServer(
            content, .station(titles: ["AC/DC - One", "Björk - Two"], change: change),
            contentType: program.contentType)
        defer { server.stop() }
        try await save(server, count: 4)
        #expect(try names().contains("AC_DC - One.\(ending)"))
        #expect(try names().contains("Björk - Two.\(ending)"))
        #expect(try names().contains("Björk - Two (2).\(ending)"))
        #expect(try names(in: "incomplete").contains("AC_DC - One.\(ending)"))
        #expect(try names().allSatisfy { !$0.hasPrefix(".") })

        let path = folder.appendingPathComponent("Björk - Two.\(ending)").path
        let saved = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        let size = 10 + saved[6..<10].reduce(0) { $0 << 7 | Int($1) }
        let sound = saved.dropFirst(size)
        // The station was called again at its end, and sent no other title at once.
        let sent = stream + content
        // A title is sent after each 4096 bytes, and the one behind those with the change is the first of its kind.
        let starts = change..<change + 2 * 4096 + 1500
        #expect(starts.contains { sent.dropFirst($0).starts(with: sound) })
        #expect(sound.count > stream.count / 3)
        let input = try AudioInput.open(
            .file(MediaPath(path)), interruption: ReadInterruption())
        let tags = Dictionary(
            input.metadata.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(tags["title"] == "Two")
        #expect(tags["artist"] == "Björk")
        #expect(tags["album"] == "Test")
    }
    @Test("with a chain of Ogg streams is cut into these, byte for byte, named by their tags")
    func chain() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (named, nameless) = try (
            Fixtures.bytes(of: "full/full.ogg"), Fixtures.bytes(of: "sweep/long.ogg")
        )
        let server = MusicServer(named + nameless, .namelessStation, contentType: "audio/ogg")
        defer { server.stop() }
        try await save(server, count: 4)
        let name = "Ada Quill feat. Bo Lindström - Señal de Lluvia"
        for (file, content) in [
            ("incomplete/\(name).ogg", named), ("Test.ogg", nameless), ("\(name).ogg", named),
        ] {
            let url = folder.appendingPathComponent(file)
            #expect(try Array(Data(contentsOf: url)) == content, "\(file)")
        }
        #expect(try names().allSatisfy { !$0.hasPrefix(".") })
    }
}
