import PhonolithPlayback
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("Whoever looks at a player", .timeLimit(.minutes(20)))
    struct ObservingTests {
        /// A player of a long item.
        private func playing(
            speed: Double = 20
        ) async -> (player: QueuePlayer, events: AsyncStream<PlayerEvent>) {
            let player = QueuePlayer(to: .null(speed: speed))
            let events = await player.events()
            await player.setQueue(with: [Sweep.item("long.ogg")])
            return (player, events)
        }

        @Test("sees what is decoded ahead of the time that plays, and nothing of what is not open")
        func loadedRanges() async throws {
            let (player, _) = await playing(speed: 1)
            #expect(await player.loadedTimeRanges == [])
            #expect(await !player.isPreparedToPlay)
            await player.play()
            try await eventually("sound is decoded") { await !player.loadedTimeRanges.isEmpty }
            try await eventually("the item is open") { await player.isPreparedToPlay }
            let range = try #require(await player.loadedTimeRanges.first)
            #expect(range.lowerBound < range.upperBound)
            #expect(range.upperBound <= 6.1)
            #expect(await !player.isPlaybackBufferEmpty)
            await player.close()
        }

        @Test(
            "finds the balance where it was set, within its bounds",
            arguments: [(0.25, 0.25), (7, 1), (-7, -1)])
        func balance(set: Double, found: Double) async {
            let (player, _) = await playing()
            await player.setPan(set)
            #expect(await player.pan == found)
            await player.close()
        }

        private func waitForEnd(_ events: AsyncStream<PlayerEvent>) async {
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
        }

        @Test("is told when it comes by every so many seconds, and when it starts, jumps and stops")
        func periodic() async {
            // A busy machine may be late by less than a second.
            let (player, events) = await playing(speed: 1)
            let times = await player.periodicTimes(every: 1)
            await player.seek(to: 2.5)
            await player.play()
            await waitForEnd(events)
            await player.close()
            var told: [Double] = []
            for await time in times {
                told.append(time)
                if time == 0 { break }
            }
            #expect(told.first == 2.5)
            let seconds = Set(told.map { Int($0) })
            #expect(seconds.isSuperset(of: [3, 4, 5]))
            #expect(told.last == 0)
        }

        @Test("is told when it comes by a time, and not when it jumps over one")
        func boundary() async throws {
            let (player, events) = await playing()
            let times = await player.boundaryTimes([1, 4])
            let met = Mailbox<Double>()
            let listening = Task { for await time in times { met.add(time) } }
            await player.prepareToPlay()
            await player.seek(to: 2)
            await player.play()
            await waitForEnd(events)
            try await eventually("the time is met") { !met.all.isEmpty }
            await player.close()
            listening.cancel()
            #expect(met.all.count == 1)
            #expect(met.all.allSatisfy { (4...6).contains($0) })
        }

        @Test("never gets a trap for an interval that is none", arguments: [0, -1, .nan])
        func badInterval(_ interval: Double) async {
            let (player, _) = await playing()
            var times = await player.periodicTimes(every: interval).makeAsyncIterator()
            await player.play()
            #expect(await times.next() != nil)
            await player.close()
        }

        @Test("sees how loud it is, a channel each, below full scale")
        func levels() async throws {
            let (player, _) = await playing()
            await player.setRepeatMode(.one)
            #expect(await player.levels.isEmpty)
            await player.setMeteringEnabled(true)
            await player.play()
            // The tone has a peak of 12 000 of 32 768: −8.7 dBFS.
            var levels = await player.levels
            try await eventually("the tone is measured") {
                levels = await player.levels
                return levels.first.map { $0.peakPower >= -10 } ?? false
            }
            #expect(levels.count == 1)
            let level = try #require(levels.first)
            #expect((-10 ... -7).contains(level.peakPower))
            #expect((-14 ... -9).contains(level.averagePower))
            await player.close()
        }

        @Test("hears nothing before the time for which it is asked to play")
        func playAtTime() async {
            let (player, events) = await playing()
            await player.prepareToPlay()
            let start = player.deviceCurrentTime + 0.3
            await player.play(atTime: start)
            #expect(await player.playbackState == .playing)
            var early = 0
            while true {
                let (time, now) = (await player.currentPlaybackTime, player.deviceCurrentTime)
                if now >= start { break }
                #expect(time == 0)
                early += 1
                await Task.yield()
            }
            #expect(early > 0)
            await waitForEnd(events)
            await player.close()
        }
    }
}
