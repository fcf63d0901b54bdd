import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithRecording
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("A session on a sound server", .serialized, .timeLimit(.minutes(20)))
    struct ServerTests {
        private let pulse: PulseServer
        private let server: SoundServer
        private let session: AudioSession

        init() async throws {
            pulse = try await PulseServer()
            server = SoundServer(address: pulse.address)
            session = AudioSession(on: server, bus: .none)
        }

        private func playing() async throws -> QueuePlayer {
            let player = QueuePlayer(on: server)
            let item = PlayerItem(.file(Fixtures.path(of: "sweep/long.ogg")))
            await player.setQueue(with: Array(repeating: item, count: 40))
            await player.play()
            try await eventually("it plays") { await player.currentPlaybackTime > 0 }
            return player
        }

        /// The roles of streams, as mixers see them.
        private func roles(of kind: String) throws -> [String] {
            try pulse.control("list", kind).matches(of: /media.role = "(\w+)"/)
                .map { String($0.output.1) }
        }

        private func call() async throws -> Program {
            let call = try pulse.start(
                "pacat", ["--property=media.role=phone", "--raw", "/dev/zero"]
            )
            try await eventually("the call begins") {
                try roles(of: "sink-inputs").contains("phone")
            }
            return call
        }

        private func end(_ process: Program) {
            process.terminate()
            process.waitUntilExit()
        }

        @Test("gives the streams of players and recorders its role, also those that are open")
        func streamRoles() async throws {
            let folder = try TemporaryFolder()
            let player = try await playing()
            let recorder = AudioRecorder(
                to: MediaPath(folder.url.appendingPathComponent("a.wav").path), settings: .init(),
                server: server)
            try await recorder.record()
            #expect(try roles(of: "sink-inputs") == ["music"])
            #expect(try roles(of: "source-outputs") == ["production"])
            for (category, mode, output, input) in [
                (.ambient, .default, "game", "production"),
                (.playAndRecord, .voiceChat, "phone", "phone"),
                (.playback, .moviePlayback, "video", "production"),
            ] as [(AudioSession.Category, AudioSession.Mode, String, String)] {
                try await session.setCategory(category, mode: mode)
                try await eventually("the roles are those of \(category)") {
                    try roles(of: "sink-inputs") == [output]
                        && roles(of: "source-outputs") == [input]
                }
            }
            await player.stop()
            await player.play()
            try await eventually("a new stream has the role, too") {
                try roles(of: "sink-inputs") == ["video"]
            }
            await recorder.stop()
            await player.close()
        }

        /// The loudness of what is heard in the last fifth of a second, linear.
        private func level(_ recorder: SinkRecorder) throws -> Float {
            let last = try recorder.samples().suffix(8820)
            return (last.reduce(0) { $0 + $1 * $1 } / Float(max(1, last.count))).squareRoot()
        }

        @Test("has the server lower others while it is active, if the server can")
        func ducking() async throws {
            try await session.setCategory(.playback, options: .duckOthers)
            #expect(
                try await session.setActive(true) == [
                    AudioSessionRemark(
                        .noDucking, "",
                        "the sound server does not lower other sound; load its module-role-ducking with trigger_roles=a11y"
                    )
                ])
            try await session.setActive(false)
            try pulse.control(
                "load-module", "module-role-ducking", "trigger_roles=a11y", "ducking_roles=music",
                "volume=-20dB")
            let recorder = try await SinkRecorder(on: pulse)
            let noise = try pulse.start(
                "pacat", ["--property=media.role=music", "--raw", "/dev/urandom"]
            )
            defer { end(noise) }
            try await eventually("the other is heard") { try level(recorder) > 0.3 }
            let player = try await playing()
            await player.setVolume(0)
            #expect(try level(recorder) > 0.3)
            #expect(try await session.setActive(true) == [])
            try await eventually("the other is lowered") {
                try (0.01..<0.15).contains(level(recorder))
            }
            #expect(try roles(of: "sink-inputs").sorted() == ["a11y", "music"])
            try await session.setActive(false)
            try await eventually("the other is as before") { try level(recorder) > 0.3 }
            await player.close()
        }

        @Test("gives short sounds the role of ducking while it ducks, else that of events")
        func sounds() async throws {
            try pulse.control("load-module", "module-role-ducking", "trigger_roles=a11y")
            let sound = try await SystemSound.load(
                Fixtures.path(of: "sweep/long.ogg"), on: server)
            func role() async throws -> [String] {
                let playing = Task { try await sound.play() }
                try await eventually("it plays") { try !roles(of: "sink-inputs").isEmpty }
                let found = try roles(of: "sink-inputs")
                playing.cancel()
                try await playing.value
                try await eventually("it ends") { try roles(of: "sink-inputs").isEmpty }
                return found
            }
            try await session.setCategory(.ambient, options: .duckOthers)
            #expect(try await role() == ["event"])
            try await session.setActive(true)
            #expect(try await role() == ["a11y"])
            try await session.setActive(false)
            #expect(try await role() == ["event"])
        }

        @Test("is not activated during a call")
        func priority() async throws {
            let call = try await call()
            try await session.setCategory(.playback)
            let error = AudioSessionError(
                .callInProgress, "",
                "a call of another program is in progress; end it first")
            await #expect(throws: error) { try await session.setActive(true) }
            #expect(await !session.isActive)
            end(call)
            try await eventually("it can be activated") {
                (try? await session.setActive(true)) != nil
            }
        }

        @Test("reports a call that begins and ends while something plays")
        func interruption() async throws {
            let player = try await playing()
            var notifications = await session.events().makeAsyncIterator()
            let call = try await call()
            #expect(await notifications.next() == .interruptionBegan)
            try await eventually("the player is silent") {
                try pulse.control("list", "sink-inputs").contains("Corked: yes")
            }
            end(call)
            #expect(await notifications.next() == .interruptionEnded(shouldResume: true))
            await player.close()
        }

        @Test("reports that an interruption ended where what was interrupted was closed")
        func closing() async throws {
            let player = try await playing()
            var notifications = await session.events().makeAsyncIterator()
            let call = try await call()
            defer { end(call) }
            #expect(await notifications.next() == .interruptionBegan)
            await player.close()
            #expect(await notifications.next() == .interruptionEnded(shouldResume: false))
        }

        @Test("reports a server that ends, and comes back")
        func serverGone() async throws {
            var notifications = await session.events().makeAsyncIterator()
            pulse.stop()
            #expect(await notifications.next() == .mediaServicesWereLost)
            let error = await #expect(throws: AudioSessionError.self) {
                try await session.outputs
            }
            #expect(error?.code == .serverNotRunning)
            #expect((error?.cause as? AudioDeviceError)?.code == .serverNotRunning)
            try await pulse.start()
            #expect(await notifications.next() == .mediaServicesWereReset)
            #expect(try await session.outputs.map(\.name) == ["one", "two"])
            try pulse.control("load-module", "module-null-sink", "sink_name=three")
            guard case .routeDidChange(.newDeviceAvailable, _) = await notifications.next() else {
                Issue.record("the new connection reports nothing")
                return
            }
        }

        /// The next change of the route that is none of the devices' formats, which the server may change by itself.
        private func nextChange(
            _ notifications: AsyncStream<AudioSession.Event>
        ) async -> (reason: AudioRoute.ChangeReason, previous: [String])? {
            for await notification in notifications {
                guard case .routeDidChange(let reason, let previous) = notification,
                    reason != .routeConfigurationChange
                else { continue }
                return (reason, previous.outputs.map(\.name))
            }
            return nil
        }

        @Test("reports devices that come, go and are chosen, with the route before")
        func route() async throws {
            let notifications = await session.events()
            #expect(try await session.currentRoute.outputs.map(\.name) == ["one"])
            let module = try pulse.control(
                "load-module", "module-null-sink", "sink_name=three"
            ).prefix { $0.isNumber }
            var change = await nextChange(notifications)
            #expect(change?.reason == .newDeviceAvailable)
            #expect(change?.previous == ["one"])
            try pulse.control("set-default-sink", "two")
            change = await nextChange(notifications)
            #expect(change?.reason == .override)
            #expect(change?.previous == ["one"])
            try pulse.control("unload-module", String(module))
            change = await nextChange(notifications)
            #expect(change?.reason == .oldDeviceUnavailable)
            #expect(change?.previous == ["two"])
            try await session.setCategory(.record)
            change = await nextChange(notifications)
            #expect(change?.reason == .categoryChange)
            #expect(change?.previous == ["two"])
            #expect(try await session.currentRoute.outputs == [])
            #expect(try await session.currentRoute.inputs.count == 1)
        }

        @Test("moves what plays to the output that is preferred, and back, but not what chose one")
        func preferredOutput() async throws {
            let player = try await playing()
            let chosen = QueuePlayer(on: server)
            await chosen.setOutputDevices(["one"])
            await chosen.setQueue(with: await player.queue.entries.map(\.item))
            await chosen.play()
            try await eventually("it plays, too") { await chosen.currentPlaybackTime > 0 }
            func sinks() throws -> [String] {
                let names = try pulse.control("list", "short", "sinks").split(separator: "\n")
                    .map { $0.split(separator: "\t") }
                    .reduce(into: [Substring: String]()) { $0[$1[0]] = String($1[1]) }
                return try pulse.control("list", "short", "sink-inputs").split(separator: "\n")
                    .compactMap { names[$0.split(separator: "\t")[1]] }.sorted()
            }
            try await session.setPreferredOutput("two")
            try await eventually("it has moved") { try sinks() == ["one", "two"] }
            try await eventually("the route shows it") {
                try await session.currentRoute.outputs.map(\.name) == ["one", "two"]
            }
            await chosen.close()
            #expect(await session.preferredOutput == "two")
            // The session's preference is no choice of the player's.
            #expect(await player.outputDevices == [])
            await player.stop()
            await player.play()
            try await eventually("a new stream is there, too") { try sinks() == ["two"] }
            try await session.setPreferredOutput(nil)
            try await eventually("it is back") { try sinks() == ["one"] }
            #expect(await player.outputDevices == [])
            let error = await #expect(throws: AudioSessionError.self) {
                try await session.setPreferredOutput("three")
            }
            #expect(error?.code == .noSuchDevice)
            #expect(error?.subject == "three")
            await player.close()
        }

        @Test("has recorders that choose no input use the preferred one")
        func preferredInput() async throws {
            let folder = try TemporaryFolder()
            try await session.setCategory(.record)
            try await session.setPreferredInput("two.monitor")
            let recorder = AudioRecorder(
                to: MediaPath(folder.url.appendingPathComponent("a.wav").path), settings: .init(),
                server: server)
            try await recorder.record()
            #expect(recorder.device?.name == "two.monitor")
            #expect(try await session.currentRoute.inputs.map(\.name) == ["two.monitor"])
            #expect(await session.preferredInput == "two.monitor")
            await recorder.stop()
        }

        @Test("shows levels, rates and times of its route, and sets what can be set")
        func values() async throws {
            try pulse.control("set-sink-volume", "one", "50%")
            #expect(try await session.outputVolume == 0.5)
            try pulse.control("set-sink-mute", "one", "1")
            #expect(try await session.outputVolume == 0)
            #expect(try await session.sampleRate == 44_100)
            await #expect(throws: AudioSessionError.self) { try await session.setInputGain(0.5) }
            try await session.setCategory(.playAndRecord)
            try await session.setInputGain(0.25)
            #expect(try await session.inputGain == 0.25)
            #expect(try pulse.control("list", "sources").contains(" 25% "))
            #expect(await session.ioBufferDuration == 0)
            await session.setPreferredIOBufferDuration(0.5)
            #expect(await session.ioBufferDuration == 0.5)
            let player = try await playing()
            #expect(await (0.1...0.5).contains(session.ioBufferDuration))
            try await eventually("sound is late") { try await session.outputLatency > 0 }
            #expect(try await session.outputLatency < 3)
            #expect(try await session.inputLatency >= 0)
            await player.close()
        }

        @Test("reports the volume of its output to each listener, and prefers what is asked for")
        func volume() async throws {
            let streams = [await session.events(), await session.events()]
            #expect(try await session.outputVolume == 1)
            try pulse.control("set-sink-volume", "one", "25%")
            for stream in streams {
                let volumes = stream.compactMap { event in
                    if case .outputVolumeDidChange(let volume) = event { volume } else { nil }
                }
                #expect(await volumes.first { _ in true } == 0.25)
            }
            try await session.setPreferredSampleRate(32_000)
            try await session.setPreferredOutputNumberOfChannels(1)
            let player = try await playing()
            try await eventually("its stream is as preferred") {
                try pulse.control("list", "sink-inputs").contains("float32le 1ch 32000Hz")
            }
            await player.close()
            let error = await #expect(throws: AudioSessionError.self) {
                try await session.setPreferredSampleRate(12)
            }
            #expect(error?.code == .outOfRange)
        }

        @Test("knows whether other programs are heard")
        func others() async throws {
            let player = try await playing()
            #expect(try await !session.isOtherAudioPlaying)
            let other = try pulse.start("pacat", ["--raw", "/dev/zero"])
            try await eventually("the other is heard") { try await session.isOtherAudioPlaying }
            end(other)
            try await eventually("the other has ended") {
                try await !session.isOtherAudioPlaying
            }
            await player.close()
        }

        @Test("overrides an output with a loudspeaker only, in its category only")
        func override() async throws {
            await #expect(
                throws: AudioSessionError(
                    .wrongCategory, "soloAmbient",
                    "the output is overridden in the category playAndRecord only, not in soloAmbient"
                )
            ) { try await session.overrideOutput(.speaker) }
            try await session.setCategory(.playAndRecord)
            await #expect(
                throws: AudioSessionError(.noLoudspeaker, "one", "one has no loudspeaker")
            ) {
                try await session.overrideOutput(.speaker)
            }
            try await session.overrideOutput(.none)
        }
    }
}
