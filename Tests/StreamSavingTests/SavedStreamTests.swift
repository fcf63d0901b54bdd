import Foundation
import PhonolithFiles
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithRecording
import PhonolithTestSupport
import Synchronization
import SystemPackage
import Testing

@Suite("A stream that is saved while it is heard", .timeLimit(.minutes(10)))
struct SavedStreamTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("saved-\(UUID())")
    private var file: URL { folder.appendingPathComponent("saved") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A listener's action before playing ends.
    enum Listening: String, CaseIterable, Sendable {
        case toTheEnd, quittingAtOnce, seeking, pausing
    }

    /// Plays an address and saves it.
    private func save(
        _ address: String, to place: StreamSaver.Place? = nil, _ listening: Listening = .toTheEnd,
        speed: Double = .infinity, report: @escaping @Sendable (String) -> Void = { print($0) }
    ) async throws -> StreamSaver.Outcome {
        let saver = StreamSaver(to: place ?? .file(MediaPath(file.path))) {
            if case .failed(let reason) = $0 { report(reason) }
        }
        let player = QueuePlayer(to: .null(speed: listening == .toTheEnd ? speed : 1))
        await player.setKeeping { saver.keeper(for: $0) }
        let events = await player.events()
        await player.setQueue(with: [PlayerItem(.url(address))])
        await player.play()
        if listening == .toTheEnd {
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
        } else {
            try await eventually("it plays, or has ended") {
                let status = await player.timeControlStatus
                let state = await player.playbackState
                return status == .playing || state == .stopped
            }
            switch listening {
            case .seeking:
                await player.seek(to: (await player.currentDuration ?? 0) * 0.8)
                await player.seek(to: (await player.currentDuration ?? 0) * 0.4)
            case .pausing: await player.pause()
            case .quittingAtOnce, .toTheEnd: break
            }
        }
        await player.close()
        return await saver.finish()
    }

    /// Ten minutes of sound.
    private static func long() throws -> [UInt8] {
        let part = try Fixtures.bytes(of: "sweep/long.mp3")
        return (0..<60).flatMap { _ in part }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(
        "is what the server sent, byte for byte, whatever the listener does",
        arguments: ["", "sweep/long.ogg", "full/full.m4a", "films/closed-gop.mp4"],
        Listening.allCases)
    func bytes(name: String, listening: Listening) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try name.isEmpty ? Self.long() : Fixtures.bytes(of: name)
        let server = MusicServer(content, .good)
        defer { server.stop() }
        let outcome = try await save(server.address("x"), listening)
        #expect(outcome == StreamSaver.Outcome(saved: [MediaPath(file.path)], problemCount: 0))
        #expect(try Array(Data(contentsOf: file)) == content)
        #expect(try names == ["saved"])
    }

    @Test(
        "is whole from servers that break off, have no ranges, or state no length",
        arguments: [
            MusicServer.Behaviour.breakingOff(after: 9000), .withoutRanges, .withoutLength,
        ], [Listening.toTheEnd, .quittingAtOnce, .pausing])
    func servers(behaviour: MusicServer.Behaviour, listening: Listening) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Self.long()
        let server = MusicServer(content, behaviour)
        defer { server.stop() }
        let outcome = try await save(server.address("x"), listening)
        #expect(outcome.problemCount == 0)
        #expect(try Array(Data(contentsOf: file)) == content)
    }

    @Test("has another name until it is whole, and is continued from there by the next call")
    func resuming() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Self.long()
        let broken = MusicServer(content, .withoutRangesBreakingOff(after: content.count / 2))
        let (reasons, reported) = AsyncStream<String>.makeStream()
        let outcome = try await save(broken.address("x")) { reported.yield($0) }
        broken.stop()
        reported.finish()
        #expect(
            await reasons.reduce(into: []) { $0.append($1) } == [
                "\(file.path): not complete, \(content.count / 2) bytes are saved: the connection ended before everything was sent; to continue, save it again"
            ])
        #expect(outcome == StreamSaver.Outcome(saved: [], problemCount: 1))
        #expect(try names == [".saved.part"])
        let part = try Array(Data(contentsOf: folder.appendingPathComponent(".saved.part")))
        #expect(part == Array(content.prefix(content.count / 2)))
        let server = MusicServer(content, .good)
        defer { server.stop() }
        #expect(try await save(server.address("x"), .quittingAtOnce).problemCount == 0)
        #expect(try Array(Data(contentsOf: file)) == content)
        #expect(try names == ["saved"])
    }

    @Test("is refused while another one saves to the same file, which is whole at its end")
    func twoAtOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Self.long()
        let server = MusicServer(content, .good)
        defer { server.stop() }
        // The other one has the part, as long as it saves.
        let other = try WholeFile(resumableAt: MediaPath(file.path))
        let part = try other.opened(keeping: false)
        try part.writeAll(Array("other".utf8))
        #expect(
            try await save(server.address("x"), .quittingAtOnce)
                == StreamSaver.Outcome(saved: [], problemCount: 1))
        try part.close()
        try other.place()
        #expect(try String(contentsOf: file, encoding: .utf8) == "other")
        #expect(try names == ["saved"])
    }

    @Test(
        "is not continued where the part is of something else",
        arguments: [0, 1, 1_459_000, 10_000_000])
    func otherPart(differenceAt place: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Self.long()
        var part = content
        part[min(place, part.count - 1)] ^= 0xFF
        if place == 10_000_000 { part += part }
        try Data(part).write(to: folder.appendingPathComponent(".saved.part"))
        let server = MusicServer(content, .good)
        defer { server.stop() }
        #expect(try await save(server.address("x"), .quittingAtOnce).problemCount == 0)
        #expect(try Array(Data(contentsOf: file)) == content)
    }

    @Test("is called in a folder as in its address, and never replaces another")
    func naming() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Fixtures.bytes(of: "sweep/long.mp3")
        let server = MusicServer(content, .good)
        defer { server.stop() }
        for address in ["a%20b.mp3?x=1", "a%20b.mp3", "talk"] {
            _ = try await save(server.address(address), to: .folder(MediaPath(folder.path)))
        }
        let films = ["films/closed-gop.mp4", "films/odd.mkv", "full/full.mkv"]
        for (number, name) in films.enumerated() {
            let server = try MusicServer(Fixtures.bytes(of: name), .good)
            defer { server.stop() }
            _ = try await save(
                server.address("film\(number)"), to: .folder(MediaPath(folder.path)))
        }
        let names = try names
        #expect(
            names == [
                "a b (2).mp3", "a b.mp3", "film0.mp4", "film1.mkv", "film2.mkv", "talk.mp3",
            ])
    }

    @Test(
        "of a film without sound is whole from servers that have no ranges, or state no length",
        arguments: [MusicServer.Behaviour.withoutRanges, .withoutLength],
        [Listening.toTheEnd, .quittingAtOnce])
    func silentFilm(behaviour: MusicServer.Behaviour, listening: Listening) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // Its description is at its beginning, so that it can be read in one go.
        let content = try Fixtures.bytes(of: "films/variable-rate.mkv")
        let server = MusicServer(content, behaviour)
        defer { server.stop() }
        let outcome = try await save(server.address("x"), listening)
        #expect(outcome == StreamSaver.Outcome(saved: [MediaPath(file.path)], problemCount: 0))
        #expect(try Array(Data(contentsOf: file)) == content)
    }

    @Test("of a station is one file up to where the listener ends it")
    func station() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = try Fixtures.bytes(of: "sweep/long.mp3")
        let server = MusicServer(content, .station(titles: ["A - B"], change: 0))
        defer { server.stop() }
        #expect(try await save(server.address("x"), .quittingAtOnce).problemCount == 0)
        let saved = try Array(Data(contentsOf: file))
        #expect(saved.count > 4096)
        let sent = Array((0..<20).flatMap { _ in content }.prefix(saved.count))
        #expect(saved == sent)
    }
}
