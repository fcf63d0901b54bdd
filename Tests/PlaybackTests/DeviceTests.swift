import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("The devices of a sound server", .serialized, .timeLimit(.minutes(20)))
    struct DeviceTests {
        private static var long: [PlayerItem] { (0..<40).map { _ in Sweep.item("long.ogg") } }

        private func playing(
            on server: PulseServer, _ devices: [String]
        ) async throws -> QueuePlayer {
            let player = QueuePlayer(toServer: server.address)
            await player.setOutputDevices(devices)
            await player.setQueue(with: Self.long)
            await player.play()
            try await player.waitForSound()
            return player
        }

        /// The names of the sinks that streams play on, one for each stream.
        private func sinks(of server: PulseServer) throws -> [String] {
            let names = try server.control("list", "short", "sinks").split(separator: "\n")
                .map { $0.split(separator: "\t") }
                .reduce(into: [Substring: String]()) { $0[$1[0]] = String($1[1]) }
            return try server.control("list", "short", "sink-inputs").split(separator: "\n")
                .compactMap { names[$0.split(separator: "\t")[1]] }.sorted()
        }

        private func moduleOf(_ sink: String, on server: PulseServer) throws -> String {
            let modules = try server.control("list", "short", "modules").split(separator: "\n")
            let line = try #require(modules.first { $0.contains("sink_name=\(sink)") })
            return String(line.prefix { $0.isNumber })
        }

        @Test("are listed with their formats, the default and monitors")
        func listing() async throws {
            let server = try await PulseServer(rate: 48_000)
            try server.control(
                "load-module", "module-null-sink", "sink_name=wide", "channels=6", "rate=96000")
            let outputs = try SoundServer(address: server.address).devices(.output)
            #expect(outputs.map(\.name) == ["one", "two", "wide"])
            #expect(outputs.map(\.isDefault) == [true, false, false])
            #expect(outputs.map(\.format.sampleRate) == [48_000, 48_000, 96_000])
            #expect(outputs.map(\.format.channelCount) == [2, 2, 6])
            #expect(outputs.allSatisfy { $0.bitDepth == 16 && $0.volume == 1 && !$0.isMuted })
            let inputs = try SoundServer(address: server.address).devices(.input)
            #expect(inputs.map(\.name) == ["one.monitor", "two.monitor", "wide.monitor"])
            #expect(inputs.allSatisfy { $0.isMonitor && $0.direction == .input })
        }

        @Test("are found by name, number and description; others get the nearest names")
        func naming() async throws {
            let server = try await PulseServer()
            try server.control(
                "load-module", "module-null-sink", "sink_name=three",
                "sink_properties=device.description=Kitchen")
            let outputs = try SoundServer(address: server.address).devices(.output)
            for name in ["three", "\(outputs[2].id)", "KITCHEN"] {
                #expect(try AudioDevice.named(name, among: outputs).name == "three")
            }
            let error = AudioDeviceError(
                .noSuchDevice, "twoo", "twoo: no such device; the nearest are two, one, three")
            #expect(throws: error) { try AudioDevice.named("twoo", among: outputs) }
        }

        @Test("cannot be listed without a server, which is said in one line")
        func noServer() {
            let error = #expect(throws: AudioDeviceError.self) {
                try SoundServer(address: "unix:/nowhere/pulse").devices(.input)
            }
            #expect(error?.description.contains("start PulseAudio or PipeWire") == true)
            #expect(error?.code == .serverNotRunning)
            #expect(error?.subject == "unix:/nowhere/pulse")
        }

        @Test("play what is meant for them: one, another without a gap, several at once")
        func choosing() async throws {
            let server = try await PulseServer()
            let player = try await playing(on: server, ["two"])
            #expect(try sinks(of: server) == ["two"])
            await player.setOutputDevices(["one"])
            try await eventually("it plays on the other") { try sinks(of: server) == ["one"] }
            try await player.waitForSound(after: await player.currentPlaybackTime)
            await player.setOutputDevices(["one", "two"])
            try await eventually("both play") { try sinks(of: server) == ["one", "two"] }
            try await player.waitForSound(after: await player.currentPlaybackTime)
            await player.setOutputDevices(["two"])
            try await eventually("one plays") { try sinks(of: server) == ["two"] }
            #expect(await player.playbackState == .playing)
            await player.close()
        }

        @Test("hear the same when several play")
        func group() async throws {
            let server = try await PulseServer()
            // On the first sink, where the copy is played.
            let recorder = try await SinkRecorder(on: server)
            let player = try await playing(on: server, ["two", "one"])
            try await eventually("the copy is heard") {
                try recorder.samples().contains { abs($0) > 0.01 }
            }
            await player.close()
        }

        /// Another place for what plays: a choice in a mixer, or a new default, such as headphones that are plugged in.
        enum Change: CaseIterable, Sendable { case mixer, newDefault }

        @Test(
            "keep a stream for which they were chosen, and no other, whatever becomes the default",
            arguments: Change.allCases, [["one"], []])
        func staying(change: Change, devices: [String]) async throws {
            let server = try await PulseServer()
            let player = try await playing(on: server, devices)
            let input = try server.control("list", "short", "sink-inputs").prefix { $0.isNumber }
            switch change {
            case .mixer: try server.control("move-sink-input", String(input), "two")
            case .newDefault:
                try server.control("load-module", "module-null-sink", "sink_name=three")
                try server.control("set-default-sink", "three")
            }
            // The server answers in the order of what it was asked.
            let place = change == .mixer ? "two" : "three"
            #expect(try sinks(of: server) == [devices.first ?? place])
            try await player.waitForSound(after: player.currentPlaybackTime + 0.3)
            #expect(await player.playbackState == .playing)
            await player.close()
        }

        @Test("take over from each other without leaving anything out", arguments: ["one", "two"])
        func takingOver(first: String) async throws {
            let server = try await PulseServer()
            let second = first == "one" ? "two" : "one"
            let folder = try TemporaryFolder()
            let ramp = Ramp(in: folder.url)
            try ramp.write()
            let heard = (
                try await SinkRecorder(on: server, sink: first),
                try await SinkRecorder(on: server, sink: second)
            )
            let player = QueuePlayer(toServer: server.address)
            await player.setOutputDevices([first])
            await player.setQueue(with: [PlayerItem(.file(MediaPath(ramp.url.path)))])
            await player.play()
            try await player.waitForSound(after: 0.5)
            await player.setOutputDevices([second])
            try await eventually("it is heard at the other") {
                try heard.1.samples().contains { $0 > Ramp.lowest / 2 }
            }
            try await player.waitForSound(after: player.currentPlaybackTime + 0.5)
            let end = try #require(heard.0.samples().last { $0 > Ramp.lowest / 2 })
            let begin = try #require(heard.1.samples().first { $0 > Ramp.lowest / 2 })
            let missing = Ramp.time(of: begin) - Ramp.time(of: end)
            // What is heard at both is what the second needed to begin.
            #expect((-0.5...0.02).contains(missing), "\(missing) s")
            await player.close()
        }

        @Test("keep a stream that a mixer moves, also after a new stream was opened")
        func moving() async throws {
            let server = try await PulseServer()
            let player = try await playing(on: server, [])
            let events = await player.events()
            let input = try server.control("list", "short", "sink-inputs").prefix { $0.isNumber }
            try server.control("move-sink-input", String(input), "two")
            for await event in events where event == .outputDevicesDidChange(["two"]) { break }
            await player.stop()
            await player.play()
            try await eventually("it plays again") { try sinks(of: server) == ["two"] }
            await player.close()
        }

        /// The devices that are chosen, the one that goes, and those that play on.
        static let losses: [([String], String, [String])] = [
            (["one", "two"], "two", ["one"]), (["one", "two"], "one", ["two"]),
            (["one", "two", "three"], "one", ["three", "two"]),
            (["three", "two", "one"], "two", ["one", "three"]),
        ]

        @Test("play on where one of them goes away, and with it when it is back", arguments: losses)
        func lessAndMore(chosen: [String], lost: String, left: [String]) async throws {
            let server = try await PulseServer()
            try server.control("load-module", "module-null-sink", "sink_name=three")
            let player = try await playing(on: server, chosen)
            let events = await player.events()
            try await eventually("all play") { try sinks(of: server) == chosen.sorted() }
            try server.control("unload-module", moduleOf(lost, on: server))
            for await event in events where event == .outputDeviceLost(lost) { break }
            try await player.waitForSound(after: player.currentPlaybackTime + 0.3)
            try await eventually("the others play") { try sinks(of: server) == left }
            #expect(await player.playbackState == .playing)
            try server.control("load-module", "module-null-sink", "sink_name=\(lost)")
            for await event in events where event == .outputDeviceFound(lost) { break }
            try await eventually("all play again") { try sinks(of: server) == chosen.sorted() }
            try await player.waitForSound(after: player.currentPlaybackTime + 0.3)
            #expect(await player.playbackState == .playing)
            await player.close()
        }

        @Test("leave out one that is not there, and no other takes its part")
        func missing() async throws {
            let server = try await PulseServer()
            let player = try await playing(on: server, ["nowhere", "two"])
            try await eventually("the one that is there plays") {
                try sinks(of: server) == ["two"]
            }
            await player.close()
        }

        @Test("one alone is replaced by the server's choice when it is gone")
        func leaving() async throws {
            let server = try await PulseServer()
            let player = try await playing(on: server, ["two"])
            let events = await player.events()
            try server.control("unload-module", moduleOf("two", on: server))
            for await event in events where event == .outputLost(.device) { break }
            #expect(await player.playbackState == .paused)
            let time = await player.currentPlaybackTime
            await player.play()
            try await player.waitForSound(after: time)
            #expect(try Set(sinks(of: server)) == ["one"])
            await player.close()
        }
    }
}

/// Ten seconds of sound each of whose samples shows where it is: from silence it rises at once, and then slowly.
private struct Ramp {
    static let lowest: Float = 0.2
    private static let highest: Float = 0.8
    private static let duration = 10.0
    let url: URL

    init(in folder: URL) { url = folder.appendingPathComponent("ramp.wav") }

    /// Where a sample was, in seconds.
    static func time(of sample: Float) -> Double {
        Double((sample - lowest) / (highest - lowest)) * duration
    }

    func write() throws {
        let rate = 44_100
        let count = Int(Self.duration) * rate
        var bytes = Data("RIFF".utf8)
        func append<Number: FixedWidthInteger>(_ numbers: Number...) {
            for number in numbers {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        append(UInt32(36 + 2 * count))
        bytes += Data("WAVEfmt ".utf8)
        append(UInt32(16))
        append(UInt16(1), UInt16(1))
        append(UInt32(rate), UInt32(2 * rate))
        append(UInt16(2), UInt16(16))
        bytes += Data("data".utf8)
        append(UInt32(2 * count))
        for number in 0..<count {
            let part = Float(number) / Float(count)
            append(Int16(32_767 * (Self.lowest + (Self.highest - Self.lowest) * part)))
        }
        try bytes.write(to: url)
    }
}
