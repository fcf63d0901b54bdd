import Foundation
import PhonolithFixtures
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension ByTheClock {
    @Suite("A player with a library", .timeLimit(.minutes(20)))
    struct LibraryPlayingTests {
        let folder: TemporaryFolder
        let catalog: Catalog

        init() async throws {
            let library = try await TwoItemLibrary()
            (folder, catalog) = (library.folder, library.catalog)
        }

        private func player(speed: Double = 20) -> QueuePlayer {
            QueuePlayer(to: .null(speed: speed), catalog: catalog, keepsQueue: true)
        }

        private func items() throws -> [MediaItem] {
            try catalog.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
        }

        @Test(
            "counts what was left at its beginning as skipped, and what came to its end as played")
        func counts() async throws {
            // Half of an item would count as played.
            let player = player(speed: 2)
            let events = await player.events()
            try await player.setQueue(with: MediaQuery(order: [MediaOrder(.path)]))
            await player.play()
            try await player.waitForSound()
            await player.skipToNextItem()
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await player.close()
            let values = try items().map(\.userValues)
            #expect(values.map(\.skipCount) == [1, 0])
            #expect(values.map(\.playCount) == [0, 1])
            #expect(values.map { $0.lastPlayedDate != nil } == [false, true])
        }

        @Test("notes plays later that the library does not take at first, and counts them once")
        func latePlays() async throws {
            let player = player()
            let events = await player.events()
            try await player.setQueue(with: MediaQuery(order: [MediaOrder(.path)]))
            try await catalog.refusing(rowsOf: "plays") { () async throws in
                await player.play()
                for await event in events { if case .libraryFailed = event { break } }
                #expect(try items().map(\.userValues.playCount) == [0, 0])
            }
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await player.close()
            #expect(await player.playsLost == nil)
            #expect(try items().map(\.userValues.playCount) == [1, 1])
            let dates = try catalog.plays.all().map(\.date)
            #expect(dates.count == 2 && dates == dates.sorted(by: >))
        }

        @Test("says how many plays the library did not take until the end")
        func lostPlays() async throws {
            let player = player()
            let events = await player.events()
            try await player.setQueue(with: MediaQuery(order: [MediaOrder(.path)]))
            try await catalog.refusing(rowsOf: "plays") { () async throws in
                await player.play()
                for await event in events where event == .playbackStateDidChange(.stopped) { break }
                await player.close()
            }
            #expect(await player.playsLost?.hasPrefix("2 plays are lost: ") == true)
        }

        @Test("keeps the place in a book, goes on there, and forgets it at the end")
        func bookmark() async throws {
            let id = try items()[0].persistentID
            func book() throws -> PlayerItem {
                var item = PlayerItem(try items()[0])
                item.mediaType = .audioBook
                // A book is not taken up in its last seconds.
                item.duration = 60
                return item
            }
            let first = player(speed: 1)
            await first.setQueue(with: [try book()])
            await first.play()
            try await first.waitForSound(after: 0.1)
            await first.pause()
            let time = await first.currentPlaybackTime
            await first.close()
            let kept = try #require(try catalog.items.item(id)?.userValues.bookmarkTime)
            #expect(abs(kept - time) < 0.05)

            let second = player()
            let events = await second.events()
            await second.setQueue(with: [try book()])
            await second.play()
            #expect(await second.currentPlaybackTime >= kept)
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await second.close()
            #expect(try catalog.items.item(id)?.userValues.bookmarkTime == nil)
        }

        @Test("takes up its queue where it was left")
        func queue() async throws {
            let first = player(speed: 1)
            try await first.setQueue(with: MediaQuery(order: [MediaOrder(.path)]))
            await first.setRepeatMode(.all)
            await first.play()
            await first.skipToNextItem()
            await first.pause()
            await first.seek(to: 3.25)
            await first.close()
            let second = player()
            #expect(try await second.resumeKeptQueue())
            let queue = await second.queue
            #expect(queue.entries.map(\.item.persistentID) == (try items().map(\.persistentID)))
            #expect(queue.currentIndex == 1)
            #expect(queue.repeatMode == .all)
            #expect(await second.currentPlaybackTime == 3.25)
            await second.close()
        }

        @Test("does not count an item as skipped that cannot be played")
        func failed() async throws {
            let player = player()
            let events = await player.events()
            var gone = try items().map(PlayerItem.init)
            for index in gone.indices { gone[index].source = .file("/nowhere") }
            await player.setQueue(with: gone)
            await player.play()
            for await event in events where event == .queueDidEnd { break }
            await player.skipToNextItem()
            await player.close()
            #expect(try items().map(\.userValues.skipCount) == [0, 0])
        }

        @Test("counts an item once that is gone on with after it counted as played")
        func interrupted() async throws {
            let first = player(speed: 2)
            try await first.setQueue(with: MediaQuery(order: [MediaOrder(.path)]))
            await first.play()
            try await eventually("it counts") { try items()[0].userValues.playCount == 1 }
            await first.close()
            let kept = try catalog.queue.kept()
            #expect(kept.queue.currentIndex == 0 && kept.time >= 3 && kept.isCounted)
            let second = player()
            let events = await second.events()
            #expect(try await second.resumeKeptQueue())
            await second.play()
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await second.close()
            #expect(try items().map(\.userValues.playCount) == [1, 1])
            #expect(try catalog.queue.kept().isCounted == false)
        }

        @Test("begins a shuffled queue without a position in the order that is asked for")
        func shuffledQueue() async throws {
            let ids = try items().map(\.persistentID)
            var kept = PlayQueue(
                [1, 0].map {
                    var item = PlayerItem(.file("/somewhere"))
                    item.persistentID = ids[$0]
                    return item
                }, startingAt: 2)
            kept.setShuffled(.songs, ownPositions: [1, 0])
            try catalog.queue.keep(KeptQueue(kept))
            let player = player()
            #expect(try await player.resumeKeptQueue(shuffleMode: .off))
            let queue = await player.queue
            #expect(queue.entries.map(\.item.persistentID) == ids)
            #expect((queue.currentIndex, queue.shuffleMode) == (0, .off))
            await player.close()
        }
    }
}
