import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension ByTheClock {
    @Suite("A player of what servers send", .timeLimit(.minutes(20)))
    struct StreamTests {
        private static func content() throws -> [UInt8] { try Fixtures.bytes(of: "sweep/long.mp3") }

        /// Plays an address to its end, and tells what happened.
        private func events(
            of server: MusicServer, _ name: String = "long.mp3", speed: Double = .infinity,
            until last: PlayerEvent = .playbackStateDidChange(.stopped)
        ) async throws -> [PlayerEvent] {
            defer { server.stop() }
            let player = QueuePlayer(to: .null(speed: speed))
            let events = await player.events()
            await player.setQueue(with: [PlayerItem(.url(server.address(name)))])
            await player.play()
            var told: [PlayerEvent] = []
            for await event in events {
                told.append(event)
                if event == last { break }
            }
            await player.close()
            return told
        }

        @Test("plays a file of a server to its end")
        func good() async throws {
            let told = try await events(of: MusicServer(try Self.content(), .good))
            #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
            #expect(!told.contains(.playbackStalled))
        }

        @Test("goes on where a connection broke off")
        func breakingOff() async throws {
            let server = MusicServer(try Self.content(), .breakingOff(after: 9000))
            let told = try await events(of: server)
            #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
        }

        @Test("waits where a server stalls, says so, and goes on by itself")
        func stalling() async throws {
            let server = MusicServer(try Self.content(), .stalling(after: 12_000, seconds: 4))
            let told = try await events(of: server, speed: 2)
            let stall = try #require(told.firstIndex(of: .playbackStalled))
            let resumption = try #require(told.firstIndex(of: .playbackLikelyToKeepUp))
            #expect(stall < resumption)
            #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
        }

        @Test("is paused, waits for a reason, or plays; a file can be sought, and radio cannot")
        func timeControl() async throws {
            let silent = MusicServer([], .silent)
            let content = try Self.content()
            let long = (0..<20).flatMap { _ in content }
            let stalling = MusicServer(long, .stalling(after: long.count / 4, seconds: 600))
            let radio = MusicServer(
                content, .station(titles: ["A", "B"], change: 30_000))
            let servers = [silent, stalling, radio]
            defer { servers.forEach { $0.stop() } }
            let player = QueuePlayer(to: .null(speed: 10))
            func play(_ source: PlayerItem.Source) async {
                await player.setQueue(with: [PlayerItem(source)])
                await player.play()
            }
            func wait(for status: TimeControlStatus) async throws {
                try await eventually("it is \(status)") {
                    await player.timeControlStatus == status
                }
            }
            #expect(await player.timeControlStatus == .paused)
            await play(.url(silent.address("x")))
            #expect(await player.timeControlStatus == .waiting(.opening))
            await play(.url(stalling.address("x")))
            try await wait(for: .waiting(.buffering))
            #expect(await player.isWaiting)
            await player.pause()
            #expect(await player.timeControlStatus == .paused)
            await play(.url(radio.address("x")))
            try await wait(for: .playing)
            #expect(await player.seekableTimeRanges == [])
            await play(Sweep.item("long.ogg").source)
            try await wait(for: .playing)
            let duration = try #require(await player.currentDuration)
            #expect(await player.seekableTimeRanges == [0...duration])
            await player.close()
        }

        @Test("says that there is no such file")
        func missing() async throws {
            let told = try await events(of: MusicServer([], .missing))
            #expect(failures(told).map { $0.contains("404") } == [true])
        }

        @Test("gives up a server that says nothing for fifteen seconds, with the reason")
        func silent() async throws {
            let start = ContinuousClock.now
            let told = try await events(of: MusicServer([], .silent))
            #expect(failures(told).map { $0.contains("timed out") } == [true])
            #expect(start.duration(to: .now) < .seconds(30))
        }

        @Test("shows the tags of what a server sends, unless the list has other words")
        func tags() async throws {
            for (name, title) in [("full/full.flac", nil), ("full/full.mp3", "Mine")]
                as [(String, String?)]
            {
                let server = MusicServer(try Fixtures.bytes(of: name), .good)
                defer { server.stop() }
                let player = QueuePlayer(to: .null(speed: .infinity))
                let events = await player.events()
                await player.setQueue(with: [PlayerItem(.url(server.address("x")), title: title)])
                await player.play()
                var item: PlayerItem?
                for await event in events {
                    if case .itemStatusDidChange(let entry, .readyToPlay) = event {
                        item = entry.item
                    }
                    if event == .playbackStateDidChange(.stopped) { break }
                }
                await player.close()
                #expect(item?.title == title ?? "Señal de Lluvia")
                #expect(item?.artist != nil && item?.albumTitle != nil)
            }
        }

        @Test("tells what a radio station says it plays")
        func radio() async throws {
            let content = try Self.content()
            // A station has no end: where its connection breaks off, it is called again.
            let title = PlayerEvent.streamTitleDidChange("Hyperballad")
            let told = try await events(
                of: MusicServer(content, .radio(title: "Hyperballad")), "station", until: title)
            #expect(told.last == title)
        }

        @Test("tells the song of each of the streams that a station in Ogg sends one after another")
        func chain() async throws {
            let songs = try ["full/full.ogg", "sweep/long.ogg"].flatMap(Fixtures.bytes)
            let server = MusicServer(songs, .namelessStation, contentType: "audio/ogg")
            defer { server.stop() }
            let player = QueuePlayer(to: .null(speed: 10))
            let events = await player.events()
            await player.setQueue(with: [PlayerItem(.url(server.address("station")))])
            await player.play()
            var titles: [String?] = []
            for await case .streamTitleDidChange(let title) in events {
                titles.append(title)
                if titles.count == 3 { break }
            }
            let named = "Ada Quill feat. Bo Lindström - Señal de Lluvia"
            #expect(titles == [named, nil, named])
            await player.close()
        }

        @Test(
            "finds the title in what stations send, in any encoding",
            arguments: [
                ("StreamTitle='Song';StreamUrl='';", "Song"), ("StreamTitle='No end'", "No end"),
                ("StreamTitle='It's 'quoted'; ok';StreamUrl='';", "It's 'quoted'; ok"),
                ("StreamTitle=No quotes;", "No quotes"),
                ("StreamUrl='x';StreamTitle='A; B';", "A; B"),
                ("StreamTitle='';StreamUrl='';", nil), ("StreamUrl='x';", nil), ("", nil),
                ("StreamTitle='Yazoo - Don't Go';adw_ad='true';", "Yazoo - Don't Go"),
            ] as [(String, String?)])
        func titles(packet: String, title: String?) {
            #expect(AudioInput.title(inICY: Array(packet.utf8) + [0, 0]) == title)
        }

        @Test("reads titles that are not in UTF-8")
        func encodedTitles() {
            let start = Array("StreamTitle='".utf8)
            #expect(
                AudioInput.title(inICY: start + Array("caf".utf8) + [0xE9, 0x27, 0x3B]) == "café")
            let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
            #expect(AudioInput.title(inICY: start + russian + [0x27, 0x3B]) == "Привет")
        }

        @Test("shows a station's title when it is heard, not when it is decoded")
        func titleIsHeard() async throws {
            // 20 s are decoded ahead; the title changes after 36.
            let content = try Self.content()
            let server = MusicServer(
                content, .station(titles: ["First", "Second"], change: content.count * 6))
            defer { server.stop() }
            let player = QueuePlayer(to: .null(speed: 10))
            let events = await player.events()
            await player.setQueue(with: [PlayerItem(.url(server.address("station")))])
            await player.play()
            for await event in events where event == .streamTitleDidChange("Second") { break }
            #expect(await player.currentPlaybackTime > 18)
            await player.close()
        }

        @Test(
            "has a station's name beside its titles, that of the list if it has one, and keeps no place in it",
            arguments: [nil, "Mine"] as [String?])
        func stationName(title: String?) async throws {
            let server = MusicServer(try Self.content(), .radio(title: "Hyperballad"))
            defer { server.stop() }
            let catalog = try Catalog.inMemory()
            let player = QueuePlayer(
                to: .null(speed: 10), catalog: catalog, keepsQueue: true)
            let events = await player.events()
            await player.setQueue(with: [
                PlayerItem(.url(server.address("station")), title: title)
            ])
            #expect(await !player.isWaiting)
            await player.play()
            #expect(await player.isWaiting)
            for await event in events where event == .streamTitleDidChange("Hyperballad") { break }
            let snapshot = await player.snapshot
            #expect(snapshot.stationName == title ?? "Test")
            #expect(!snapshot.isWaiting)
            try await player.waitForSound(after: 1)
            await player.close()
            #expect(try catalog.queue.kept().time == 0)
        }

        @Test("cannot seek in radio, and plays on where it is")
        func radioIsNotSought() async throws {
            let content = try Self.content()
            let server = MusicServer(content, .station(titles: ["One"], change: 0))
            defer { server.stop() }
            let player = QueuePlayer(to: .null(speed: 10))
            await player.setQueue(with: [
                PlayerItem(.url(server.address("station"))), Sweep.item("1.flac"),
            ])
            #expect(await !player.canSeek)
            // Where it went on from is not known to be radio yet.
            await player.seek(to: 600)
            await player.play()
            try await player.wait(for: 0.001..<500)
            #expect(await !player.canSeek)
            #expect(await !player.seek(to: 30))
            await player.perform(.seek(by: 5))
            await player.skipToBeginning()
            let time = await player.currentPlaybackTime
            try await player.waitForSound(after: time + 1)
            #expect(await player.queue.currentIndex == 0)
            #expect(server.requestCount == 1)
            await player.close()
        }

        @Test("begins what cannot be sought at its beginning, and goes back to it")
        func withoutRanges() async throws {
            let server = MusicServer(try Self.content(), .withoutRanges)
            defer { server.stop() }
            let player = QueuePlayer(to: .null(speed: 1))
            await player.setQueue(with: [PlayerItem(.url(server.address("long.mp3")))])
            await player.seek(to: 4)
            await player.play()
            try await player.wait(for: 0.001..<3)
            #expect(await !player.seek(to: 4))
            await player.skipToBeginning()
            #expect(await player.currentPlaybackTime < 1)
            try await player.waitForSound()
            if case .failed(let error) = await player.status(of: .init(rawValue: 1)) {
                Issue.record("\(error)")
            }
            await player.close()
        }

        @Test("plays what comes without a length once, and no more")
        func withoutLength() async throws {
            let server = MusicServer(try Self.content(), .withoutLength)
            let told = try await events(of: server, until: .queueDidEnd)
            #expect(told.count { if case .itemDidPlayToEnd = $0 { true } else { false } } == 1)
            #expect(failures(told) == [])
            #expect(server.requestCount == 1)
        }

        @Test("gives up a file that comes only as a whole, and never wholly")
        func breakingOffWithoutRanges() async throws {
            let server = MusicServer(try Self.content(), .withoutRangesBreakingOff(after: 12_000))
            let told = try await events(of: server, until: .queueDidEnd)
            #expect((2...6).contains(server.requestCount))
            #expect(failures(told).count == 1)
        }

        @Test("calls a stall behind the beginning a time-out, too")
        func stallingForGood() async throws {
            let server = MusicServer(try Self.content(), .stalling(after: 12_000, seconds: 60))
            let told = try await events(of: server, until: .queueDidEnd)
            let errors: [PlayerItemError] = told.compactMap {
                if case .itemStatusDidChange(_, .failed(let error)) = $0 { error } else { nil }
            }
            #expect(errors.map(\.code) == [.timedOut])
        }

        @Test("refuses MP4 with its index at the end that comes once, and says what to do")
        func lateIndex() async throws {
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("long.m4a")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=60", file.path,
            ])
            let server = MusicServer(Array(try Data(contentsOf: file)), .withoutRanges)
            let told = try await events(of: server, "long.m4a", until: .queueDidEnd)
            #expect(failures(told).map { $0.contains("+faststart") } == [true], "\(told)")
        }

        private func failures(_ events: [PlayerEvent]) -> [String] {
            events.compactMap {
                if case .itemStatusDidChange(_, .failed(let error)) = $0 {
                    error.reason
                } else {
                    nil
                }
            }
        }
    }
}
