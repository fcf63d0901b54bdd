import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// A user's requests to a player, and actions of the sound server meanwhile.
    @Suite("A player under control", .timeLimit(.minutes(20)))
    struct ControlTests {
        private static let long = ["ogg", "mp3", "m4a"].map { Sweep.item("long.\($0)") }

        /// A player of long items, on an output that obeys a test.
        private func player(
            speed: Double = 1, _ items: [PlayerItem] = long
        ) async -> (player: QueuePlayer, control: NullOutput.Control) {
            let control = NullOutput.Control()
            let player = QueuePlayer(speed: speed, controlledBy: control)
            await player.setQueue(with: items)
            return (player, control)
        }

        /// Seeks, as often as one likes, hold up nothing, and are shown at once.
        private func seekAndGoOn(_ player: QueuePlayer) async throws {
            for time in [1.0, 4, 2.5] {
                #expect(await player.seek(to: time))
                #expect(await player.currentPlaybackTime == time)
            }
            await player.perform(.play)
            #expect(await player.playbackState == .playing)
            await player.perform(.next)
            #expect(await player.queue.currentIndex == 1)
        }

        @Test("seeks while it is paused, and obeys what follows")
        func seekingWhilePaused() async throws {
            let (player, _) = await player()
            await player.play()
            try await player.waitForSound()
            await player.pause()
            try await seekAndGoOn(player)
            try await player.waitForSound()
            await player.close()
        }

        @Test("seeks before anything was heard")
        func seekingWhenPrepared() async throws {
            let (player, control) = await player()
            await player.prepareToPlay()
            try await eventually("the output is open") { control.format != nil }
            try await seekAndGoOn(player)
            await player.close()
        }

        @Test("seeks while the sound server is away, and plays from there when it is back")
        func seekingWithoutServer() async throws {
            let (player, control) = await player()
            let events = await player.events()
            await player.play()
            try await player.waitForSound()
            control.leave()
            try await player.wait(for: .paused)
            try await seekAndGoOn(player)
            #expect(await player.seek(to: 3))
            control.comeBack()
            for await event in events where event == .outputFound { break }
            try await player.waitForSound(after: 3)
            #expect(await player.queue.currentIndex == 1)
            await player.close()
        }

        @Test("seeks while the output takes nothing")
        func seekingWhileStalled() async throws {
            let (player, control) = await player()
            await player.play()
            try await player.waitForSound()
            control.isStalled = true
            try await seekAndGoOn(player)
            control.isStalled = false
            try await player.waitForSound()
            await player.close()
        }

        @Test("seeks in what a server is still to send")
        func seekingInSilence() async throws {
            let server = MusicServer([], .silent)
            defer { server.stop() }
            let (player, _) = await player([
                PlayerItem(.url(server.address("a.mp3"))), Self.long[0],
            ])
            await player.play()
            try await seekAndGoOn(player)
            try await player.waitForSound()
            await player.close()
        }

        @Test("goes on after a call with the item that was chosen during it")
        func nextDuringInterruption() async throws {
            let (player, control) = await player()
            await player.play()
            try await player.waitForSound()
            control.report(.interruptionBegan)
            try await player.wait(for: .interrupted)
            await player.skipToNextItem()
            #expect(await player.seek(to: 2))
            #expect(await player.playbackState == .interrupted)
            // The output is the same still, so that the server can tell it of the call's end.
            control.report(.interruptionEnded)
            try await player.wait(for: .playing)
            try await player.waitForSound(after: 2)
            #expect(await player.queue.currentIndex == 1)
            await player.close()
        }

        @Test("goes fast in both directions, and then on as before", arguments: [false, true])
        func seekingFast(isPaused: Bool) async throws {
            let (player, _) = await player()
            await player.play()
            try await player.waitForSound()
            if isPaused { await player.pause() }
            await player.beginSeekingForward()
            #expect(await player.playbackState == .seekingForward)
            try await player.waitForSound(after: 2)
            await player.beginSeekingBackward()
            #expect(await player.playbackState == .seekingBackward)
            try await player.wait(for: 0..<2)
            await player.endSeeking()
            #expect(await player.playbackState == (isPaused ? .paused : .playing))
            #expect(await player.currentPlaybackRate == (isPaused ? 0 : 1))
            #expect(await player.queue.currentIndex == 0)
            await player.close()
        }

        @Test("stops, keeps its queue, and plays the item from its beginning then")
        func stop() async throws {
            let (player, _) = await player()
            let events = await player.events()
            await player.skipToNextItem()
            await player.play()
            try await player.waitForSound(after: 0.2)
            await player.perform(.stop)
            #expect(await player.playbackState == .stopped)
            #expect(await player.queue.currentIndex == 1)
            #expect(await player.currentPlaybackTime == 0)
            await player.perform(.play)
            try await player.waitForSound()
            await player.close()
            for await event in events { #expect(event != .queueDidEnd) }
        }

        @Test("plays what is opened while it is paused, without stopping in between")
        func openingWhilePaused() async throws {
            let (player, _) = await player()
            await player.play()
            await player.pause()
            await player.perform(.open([]))
            #expect(await player.queue.count == 3)
            await player.perform(.open([Self.long[2]]))
            #expect(await player.playbackState == .playing)
            try await player.waitForSound()
            await player.close()
        }

        @Test(
            "goes on with the first entry when the last one is taken out while it plays and all repeats"
        )
        func removingTheLast() async throws {
            let (player, _) = await player()
            await player.setRepeatMode(.all)
            try await player.skip(to: .init(rawValue: 3))
            await player.play()
            await player.perform(.remove(.init(rawValue: 3)))
            #expect(await player.queue.currentIndex == 0)
            #expect(await player.playbackState == .playing)
            try await player.waitForSound()
            await player.close()
        }

        @Test("does nothing when it was closed, and keeps nobody waiting for what happens")
        func closed() async throws {
            let (player, _) = await player()
            await player.play()
            await player.close()
            for command in [PlayerCommand.play, .next, .seek(by: 5), .togglePlayPause] {
                await player.perform(command)
            }
            #expect(await player.playbackState == .stopped)
            for await _ in await player.events() {}
            for await _ in await player.periodicTimes(every: 1) {}
        }

        @Test("begins a book with a bookmark at its beginning where that is asked for")
        func beginningOfBook() async throws {
            var book = Self.long[0]
            (book.mediaType, book.bookmarkTime, book.duration) = (.audioBook, 3, 60)
            let (player, _) = await player([book])
            #expect(await player.currentPlaybackTime == 3)
            await player.seek(to: 0)
            #expect(await player.currentPlaybackTime == 0)
            await player.prepareToPlay()
            try await eventually("the book is open") {
                await player.status(of: .init(rawValue: 1)) != .unknown
            }
            #expect(await player.currentPlaybackTime == 0)
            await player.close()
        }

        @Test("skips ten thousand files that are missing in little time")
        func missing() async throws {
            var items = (0..<10_000).map { PlayerItem(.file(MediaPath("/nowhere/\($0).flac"))) }
            items.append(Self.long[0])
            let (player, _) = await player(items)
            await player.play()
            // It is quick where what each costs does not grow; the suite's limit is far beyond that.
            try await player.waitForSound()
            #expect(await player.queue.currentIndex == 10_000)
            await player.close()
        }

        @Test("changes its output for an item that has a better form, and not for a worse one")
        func forms() async throws {
            let folder = try TemporaryFolder()
            let voice = folder.url.appendingPathComponent("voice.wav")
            try Data(wave: [Int16](repeating: 100, count: 2000), sampleRate: 8000).write(to: voice)
            let item = PlayerItem(.file(MediaPath(voice.path)))
            let (player, control) = await player(
                speed: 20, [item, Self.long[0], item, Self.long[1]])
            let events = await player.events()
            await player.setRepeatMode(.all)
            await player.play()
            var rates: [Int?] = []
            for await event in events {
                if case .itemDidPlayToEnd(let entry) = event, entry.id.rawValue == 1 {
                    rates.append(8000)
                }
                if case .nowPlayingItemDidChange(let entry?) = event, entry.id.rawValue > 1 {
                    rates.append(control.format?.sampleRate)
                    if entry.id.rawValue == 3 { break }
                }
            }
            #expect(rates == [8000, 44_100, 44_100])
            // By choice, the form is the item's own.
            await player.pause()
            try await player.skip(to: .init(rawValue: 1))
            try await eventually("the output has 8 kHz") { control.format?.sampleRate == 8000 }
            await player.close()
        }

        @Test(
            "says where it is by what is heard, also where a fade holds sound back and the rate changes"
        )
        func rateInFade() async throws {
            let (player, _) = await player()
            await player.setCrossfade(4)
            await player.play()
            try await player.waitForSound(after: 0.5)
            await player.setRate(1.5)
            let (time, start) = (await player.currentPlaybackTime, ContinuousClock.now)
            try await player.waitForSound(after: 1.2)
            let passed = (ContinuousClock.now - start) / .seconds(1)
            // Four seconds were held back; a busy machine may take longer, never shorter.
            #expect(await player.currentPlaybackTime - time < 2 * passed + 0.5)
            await player.close()
        }

        @Test("keeps its time where sound cannot be made faster")
        func withoutFilter() {
            // No filter is made for such a form.
            let format = AudioFormat(sampleRate: 0, channelCount: 2)
            var mixer = EngineMixer(format: format, crossfade: 0, tempo: 1.5)
            #expect(mixer.speed == 1)
            mixer.setTempo(2)
            #expect(mixer.speed == 1)
            var working = EngineMixer(
                format: AudioFormat(sampleRate: 44_100, channelCount: 2), crossfade: 0, tempo: 1.5)
            #expect(working.speed == 1.5)
            working.setTempo(1)
            #expect(working.speed == 1)
        }

        @Test("fades items that are shorter than the fade two at a time")
        func shortItems() async throws {
            // Each is 9 001 samples; fades of 5 s would take four and more at once.
            let items = (0..<6).map { _ in Sweep.item("1.flac") }
            let played = try await recording(items) { await $0.setCrossfade(5) }
            #expect(abs(played.samples.count - (6 * 9001 - 5 * 4500)) <= 5)
            #expect(played.samples.allSatisfy { abs($0) < 0.6 })
        }
    }
}

extension Data {
    /// A WAV file of one channel.
    init(wave samples: [Int16], sampleRate: Int) {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var bytes = Array("RIFF".utf8) + little(36 + 2 * samples.count, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(1, 2) + little(sampleRate, 4)
        bytes += little(2 * sampleRate, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
        bytes += little(2 * samples.count, 4) + samples.flatMap { little(Int($0), 2) }
        self.init(bytes)
    }
}
