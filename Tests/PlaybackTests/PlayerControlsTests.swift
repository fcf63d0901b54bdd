import Foundation
import Glibc
import PhonolithFixtures
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// Members of AVPlayer, AVAudioPlayer and MPMusicPlayerController beyond playing and skipping.
    @Suite("A player's further controls", .timeLimit(.minutes(20)))
    struct PlayerControlsTests {
        private func player(
            _ names: [String] = ["long.ogg", "long.mp3"], speed: Double = 1
        ) async -> QueuePlayer {
            let player = QueuePlayer(to: .null(speed: speed))
            await player.setQueue(with: names.map { Sweep.item($0) })
            return player
        }

        @Test("puts another item in place of the current one, and plays on if it played")
        func replacing() async throws {
            let player = await player()
            await player.play()
            try await player.waitForSound()
            await player.replaceCurrentItem(with: Sweep.item("long.m4a"))
            #expect(await player.playbackState == .playing)
            #expect(await player.queue.entries.map(\.item.name) == ["long.m4a", "long.mp3"])
            #expect(await player.nowPlayingItem == Sweep.item("long.m4a"))
            try await player.waitForSound()
            await player.replaceCurrentItem(with: nil)
            #expect(await player.nowPlayingItem == Sweep.item("long.mp3"))
            await player.replaceCurrentItem(with: nil)
            #expect(await player.nowPlayingItem == nil)
            #expect(await player.playbackState == .stopped)
            await player.replaceCurrentItem(with: Sweep.item("long.ogg"))
            #expect(await player.queue.currentIndex == 0)
            await player.close()
        }

        @Test("replaces in a shuffled queue, whose own order has the item in the same place")
        func replacingShuffled() async throws {
            var queue = PlayQueue(
                "abcd".map { PlayerItem(.file(MediaPath("/\($0)"))) }, startingAt: 1)
            queue.shuffle(.songs, seed: 5)
            queue.replaceCurrent(with: PlayerItem(.file("/x")))
            #expect(queue.current?.item.name == "x")
            queue.shuffle(.off, seed: 0)
            #expect(queue.entries.map(\.item.name) == ["a", "x", "c", "d"])
        }

        @Test("is muted at any volume, and heard at its volume again")
        func muting() async throws {
            let server = try await PulseServer()
            let recorder = try await SinkRecorder(on: server)
            let player = QueuePlayer(toServer: server.address)
            let events = await player.events()
            await player.setQueue(with: [Sweep.item("long.ogg")])
            await player.setMuted(true)
            await player.setVolume(0.5)
            await player.play()
            try await player.waitForSound(after: 0.5)
            try await recorder.waitForMore(seconds: 0.5)
            #expect(try recorder.samples().allSatisfy { abs($0) < 0.001 })
            #expect(await player.volume == 0.5)
            await player.setMuted(false)
            try await recorder.waitForMore(seconds: 1)
            #expect(try recorder.samples().contains { abs($0) > 0.01 })
            await player.close()
            var told: [PlayerEvent] = []
            for await event in events {
                switch event {
                case .isMutedDidChange, .volumeDidChange: told.append(event)
                default: continue
                }
            }
            #expect(
                told == [.isMutedDidChange(true), .volumeDidChange(0.5), .isMutedDidChange(false)])
        }

        @Test("begins at its default speed, where it has one")
        func defaultRate() async throws {
            let player = await player()
            await player.setRate(1.5)
            await player.play()
            #expect(await player.currentPlaybackRate == 1.5)
            await player.setDefaultRate(9)
            #expect(await player.defaultRate == 2)
            await player.pause()
            await player.play()
            #expect(await player.currentPlaybackRate == 2)
            await player.playImmediately(atRate: 0.75)
            #expect(await player.currentPlaybackRate == 0.75)
            await player.setDefaultRate(nil)
            await player.pause()
            await player.play()
            #expect(await player.currentPlaybackRate == 0.75)
            await player.close()
        }

        @Test(
            "goes to a time, and says when its sound is there",
            arguments: ["ogg", "mp3", "m4a", "opus"], [false, true])
        func seeking(kind: String, plays: Bool) async throws {
            let player = await player(["long.\(kind)"])
            if plays {
                await player.play()
                try await player.waitForSound()
            }
            for time in [4.0, 0.5, 2] {
                #expect(await player.seekUntilReady(to: time))
                #expect(await player.loadedTimeRanges.contains { $0.upperBound > time })
                #expect(await player.currentPlaybackTime >= time)
            }
            #expect(await player.playbackState == (plays ? .playing : .stopped))
            // At the end there is no sound that could be waited for.
            #expect(await player.seekUntilReady(to: 1e9))
            await player.close()
        }

        @Test("says that another place is not there, where something else came first")
        func seekingInVain() async throws {
            let server = try await SilentServer()
            let player = QueuePlayer(to: .null)
            #expect(await player.seekUntilReady(to: 1) == false)
            #expect(await player.preroll() == false)
            await player.setQueue(with: [PlayerItem(.file("/nowhere.ogg"))])
            #expect(await player.preroll() == false)
            for way in 0..<5 {
                await player.setQueue(with: [PlayerItem(.url(server.address))])
                let waiting = Task { await player.preroll() }
                try await eventually("it waits") { await player.isWaitedFor }
                switch way {
                case 0: waiting.cancel()
                case 1: await player.stop()
                case 2: await player.setQueue(with: [Sweep.item("long.ogg")])
                case 3: await player.seek(to: 3)
                default: await player.close()
                }
                #expect(await waiting.value == false, "\(way)")
            }
        }

        @Test("opens an item, and says when it is heard at once")
        func preroll() async throws {
            let player = await player()
            #expect(await player.preroll())
            #expect(await player.isPreparedToPlay)
            #expect(await player.playbackState == .stopped)
            await player.close()
        }

        /// Silence of eight channels, 192 000 samples of 32 bits a second: much more than FFmpeg reads to open it.
        private static func wave(seconds: Int) -> [UInt8] {
            let size = seconds * 6_144_000
            func bytes(_ number: Int, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            let fields = [
                (16, 4), (1, 2), (8, 2), (192_000, 4), (6_144_000, 4), (32, 2), (32, 2),
            ]
            return Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8)
                + fields.flatMap { bytes($0.0, $0.1) } + Array("data".utf8) + bytes(size, 4)
                + [UInt8](repeating: 0, count: size)
        }

        @Test(
            "plays the little that there is, once it need not wait for more",
            arguments: [false, true])
        func immediately(byProperty: Bool) async throws {
            // A quarter of a second, which is less than an output's buffer, and more than it takes to open it.
            let bytes = Self.wave(seconds: 2)
            let server = MusicServer(bytes, .stalling(after: bytes.count / 8, seconds: 600))
            let player = QueuePlayer(to: .null)
            await player.setQueue(with: [PlayerItem(.url(server.address("x.wav")))])
            await player.play()
            try await eventually(within: .seconds(30), "there is some sound") {
                await player.loadedTimeRanges.contains { $0.upperBound > 0.1 }
            }
            #expect(await player.currentPlaybackTime == 0)
            if byProperty {
                await player.setAutomaticallyWaitsToMinimizeStalling(false)
            } else {
                await player.playImmediately()
            }
            try await player.waitForSound()
            await player.close()
        }

        @Test(
            "decodes ahead for as long as an item wishes",
            arguments: [
                (0.0, 2.0...2.6), (0.5, 0.5...1.1), (4, 4...4.6), (-1, 2...2.6), (.nan, 2...2.6),
                (.infinity, 5.9...6.1), (1e-9, 0.2...0.8),
            ])
        func buffer(wish: Double, range: ClosedRange<Double>) async throws {
            var item = Sweep.item("long.ogg")
            item.preferredForwardBufferDuration = wish
            let reader = SoundReader(item, from: 0) {}
            reader.begin(as: AudioFormat(sampleRate: 44_100, channelCount: 1))
            try await eventually("\(range.lowerBound) s are decoded") {
                reader.bufferedDuration >= range.lowerBound
            }
            #expect(range.contains(reader.bufferedDuration))
            reader.close()
        }

        @Test("skips to the entry of an item")
        func nowPlayingItem() async throws {
            let player = await player()
            try await player.setNowPlayingItem(Sweep.item("long.mp3"))
            #expect(await player.indexOfNowPlayingItem == 1)
            let other = Sweep.item("1.flac")
            await #expect(throws: PlayQueueError.noSuchItem(other)) {
                try await player.setNowPlayingItem(other)
            }
            await player.close()
        }

        @Test(
            "plays bytes in memory, sample for sample as their file",
            arguments: ["flac", "ogg", "mp3", "m4a", "opus", "mka"])
        func bytes(kind: String) throws {
            let file = Sweep.item("1.\(kind)")
            let item = PlayerItem(
                data: try Data(contentsOf: Fixtures.url(of: "sweep/1.\(kind)")))
            #expect(try Sweep.decoded(item) == Sweep.decoded(file))
            let late = try Sweep.decoded(item, from: 0.1)
            #expect(try late == Sweep.decoded(file, from: 0.1))
        }

        @Test("plays bytes to their end, and says what is wrong with others")
        func queueOfBytes() async throws {
            let player = QueuePlayer(to: .null(speed: 50))
            let events = await player.events()
            let data = try Data(contentsOf: Fixtures.url(of: "sweep/1.flac"))
            await player.setQueue(with: [
                PlayerItem(data: Data()), PlayerItem(data: Data("no sound".utf8)),
                PlayerItem(data: data, title: "Sweep"),
            ])
            await player.play()
            var (codes, played): ([PlayerItemError.Code], [String]) = ([], [])
            for await event in events {
                if case .itemStatusDidChange(_, .failed(let error)) = event {
                    codes.append(error.code)
                }
                if case .itemDidPlayToEnd(let entry) = event { played.append(entry.item.name) }
                if event == .queueDidEnd { break }
            }
            #expect(codes == [.isEmpty, .notDecodable])
            #expect(played == ["Sweep"])
            await player.close()
        }

        @Test("does not keep bytes in the library's queue, and begins with the next item then")
        func keptBytes() async throws {
            let library = try await TwoItemLibrary()
            let player = QueuePlayer(
                to: .null, catalog: library.catalog, keepsQueue: true, programName: "Face")
            let data = try Data(contentsOf: Fixtures.url(of: "sweep/long.ogg"))
            await player.setQueue(with: [PlayerItem(data: data), Sweep.item("long.mp3")])
            await player.play()
            try await player.waitForSound()
            await player.close()
            let kept = try library.catalog.queue.kept()
            #expect(kept.queue.entries.map(\.item.name) == ["long.mp3"])
            #expect(kept.queue.currentIndex == 0)
            #expect(kept.time == 0)
        }

        @Test("makes an item of a file with what its tags state")
        func contents() throws {
            let url = Fixtures.url(of: "sweep/1.flac")
            let item = try PlayerItem(contentsOf: url)
            #expect(item.source == .url(url))
            #expect(item.duration.map { abs($0 - 9001.0 / 44_100) < 0.001 } == true)
            #expect(throws: MediaFileError.self) {
                try PlayerItem(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.mp3"))
            }
            let stream = try #require(URL(string: "http://example.com/a.mp3"))
            #expect(
                try PlayerItem(contentsOf: stream) == PlayerItem(.url("http://example.com/a.mp3")))
        }

        @Test("has an error for a query without a library, with its words")
        func noLibrary() async throws {
            let player = QueuePlayer(to: .null, programName: "Face")
            let error = await #expect(throws: QueuePlayerError.self) {
                try await player.setQueue(with: MediaQuery.songs)
            }
            #expect(error?.code == .noLibrary)
            #expect(error?.localizedDescription == error?.description)
            #expect(error?.description.contains("no library") == true)
            await player.close()
        }
    }
}

/// Takes connections, and says nothing.
private final class SilentServer: Sendable {
    let address: String
    private let socket: CInt

    init() async throws {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let handle = socket
        let isListening = withUnsafeMutablePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, size) == 0 && listen(handle, 8) == 0
                    && getsockname(handle, $0, &size) == 0
            }
        }
        try #require(isListening)
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/a.ogg"
    }

    deinit { close(socket) }
}
