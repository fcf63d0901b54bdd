import Foundation
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import Synchronization
import Testing

extension ByTheClock {
    /// What MPNowPlayingInfoCenter and MPRemoteCommandCenter have, over MPRIS.
    @Suite("Commands and words of a program on the bus", .timeLimit(.minutes(20)))
    struct RemoteCommandTests {
        /// A player on a bus of its own, and a client that gives commands.
        private struct World {
            let bus: BusServer
            let player: QueuePlayer
            let published: BusPlayer
            let client: BusConnection

            init() async throws {
                bus = try BusServer()
                player = QueuePlayer(to: .null, programName: "Face")
                await player.setQueue(with: [Sweep.item("long.ogg"), Sweep.item("long.mp3")])
                published = try #require(await BusPlayer.publish(player, on: bus.address))
                client = try #require(BusConnection(to: bus.address))
            }

            private func call(
                _ interface: String, _ member: String, _ arguments: [BusValue] = []
            ) async -> [BusValue]? {
                await client.call(
                    BusMethod(
                        "org.mpris.MediaPlayer2.face", path: "/org/mpris/MediaPlayer2", interface,
                        member), arguments)
            }

            /// Gives a command; whether it was taken.
            func give(_ member: String, _ arguments: [BusValue] = []) async -> Bool {
                await call("org.mpris.MediaPlayer2.Player", member, arguments) != nil
            }

            func set(_ name: String, _ value: BusValue) async -> Bool {
                await call(
                    "org.freedesktop.DBus.Properties", "Set",
                    [.text("org.mpris.MediaPlayer2.Player"), .text(name), .variant(value)]) != nil
            }

            func property(_ name: String) async -> BusValue? {
                let answer = await call(
                    "org.freedesktop.DBus.Properties", "Get",
                    [.text("org.mpris.MediaPlayer2.Player"), .text(name)])?.first
                if case .variant(let value)? = answer { return value }
                return answer
            }

            func quit() async -> Bool { await call("org.mpris.MediaPlayer2", "Quit") != nil }

            func end() async {
                client.close()
                await published.withdraw()
                await player.close()
            }
        }

        /// A command of the bus, and what it asks for.
        struct Row: CustomTestStringConvertible, Sendable {
            var member: String
            var arguments: [BusValue] = []
            var property: BusValue?
            var event: RemoteCommandEvent
            var testDescription: String { member }
        }

        static let rows = [
            Row(member: "Play", event: .play), Row(member: "Pause", event: .pause),
            Row(member: "PlayPause", event: .togglePlayPause), Row(member: "Stop", event: .stop),
            Row(member: "Next", event: .nextTrack), Row(member: "Previous", event: .previousTrack),
            Row(member: "Seek", arguments: [.integer(-2_500_000)], event: .skip(by: -2.5)),
            Row(
                member: "SetPosition",
                arguments: [.path("/phonolith/track/1"), .integer(1_500_000)],
                event: .changePlaybackPosition(to: 1.5)),
            Row(member: "Rate", property: .number(1.5), event: .changePlaybackRate(to: 1.5)),
            Row(member: "Volume", property: .number(7), event: .changeVolume(to: 1)),
            Row(member: "LoopStatus", property: .text("Track"), event: .changeRepeatMode(to: .one)),
            Row(member: "Shuffle", property: .boolean(true), event: .changeShuffleMode(to: .songs)),
            Row(
                member: "OpenUri", arguments: [.text("file:///a.ogg")],
                event: .open("file:///a.ogg")),
            Row(member: "Quit", event: .quit),
        ]

        @Test(
            "has the program handle a command, refuse it, or leave it to the player",
            arguments: rows)
        func handled(_ row: Row) async throws {
            let world = try await World()
            #expect(await world.player.preroll())
            try await eventually("the bus knows the item") {
                await world.property("CanPause") == .boolean(true)
            }
            func give() async -> Bool {
                if row.member == "Quit" { return await world.quit() }
                if let value = row.property { return await world.set(row.member, value) }
                return await world.give(row.member, row.arguments)
            }
            final class Events: Sendable { let list = Mutex<[RemoteCommandEvent]>([]) }
            let events = Events()
            let before = await world.player.snapshot
            world.published.setHandler(for: row.event.command) { event in
                events.list.withLock { $0.append(event) }
                return .success
            }
            #expect(await give())
            #expect(events.list.withLock { $0 } == [row.event])
            world.published.setHandler(for: row.event.command) { _ in .commandFailed("not now") }
            #expect(await give() == false)
            world.published.setHandler(for: row.event.command, nil)
            world.published.setEnabled(false, row.event.command)
            #expect(!world.published.isEnabled(row.event.command))
            #expect(await give() == false)
            // The player has done nothing of that.
            #expect(await world.player.snapshot == before)
            world.published.setEnabled(true, row.event.command)
            world.published.setHandler(for: row.event.command) { _ in .passedToPlayer }
            #expect(await give())
            await world.end()
        }

        @Test("shows panels which commands can be given")
        func possible() async throws {
            let world = try await World()
            let names = [
                "CanGoNext": RemoteCommand.nextTrack, "CanGoPrevious": .previousTrack,
                "CanPlay": .play, "CanPause": .pause, "CanSeek": .skip,
            ]
            await world.player.prepareToPlay()
            for (name, command) in names {
                try await eventually("\(name)") { await world.property(name) == .boolean(true) }
                world.published.setEnabled(false, command)
                #expect(await world.property(name) == .boolean(false), "\(name)")
                world.published.setEnabled(true, command)
                #expect(await world.property(name) == .boolean(true), "\(name)")
            }
            await world.player.setQueue(with: [PlayerItem]())
            try await eventually("nothing follows") {
                await world.property("CanGoNext") == .boolean(false)
            }
            world.published.setHandler(for: .nextTrack) { _ in .success }
            #expect(await world.property("CanGoNext") == .boolean(true))
            await world.end()
        }

        @Test("shows the program's own words, until it has none")
        func words() async throws {
            let world = try await World()
            await world.player.prepareToPlay()
            try await eventually("the item's own title") {
                await world.property("Metadata")?["xesam:title"]?.string == "long.ogg"
            }
            var info = NowPlayingInfo()
            (info.title, info.artist, info.albumTrackNumber) = ("News", "Anna\nB", Int.max)
            (info.playbackDuration, info.rating) = (12.5, 9)
            info.assetURL = URL(string: "http://example.com/x")
            await world.published.setNowPlayingInfo(info)
            #expect(world.published.nowPlayingInfo == info)
            let shown = try #require(await world.property("Metadata"))
            #expect(shown["xesam:title"]?.string == "News")
            #expect(shown["xesam:artist"] == .texts(["Anna\nB"]))
            #expect(shown["mpris:length"]?.double == 12_500_000)
            #expect(shown["xesam:trackNumber"]?.double == Double(Int32.max))
            #expect(shown["xesam:userRating"]?.double == 1)
            #expect(shown["xesam:url"]?.string == "http://example.com/x")
            await world.player.skipToNextItem()
            #expect(await world.property("Metadata")?["xesam:title"]?.string == "News")
            await world.published.setNowPlayingInfo(nil)
            try await eventually("the next item's own title") {
                await world.property("Metadata")?["xesam:title"]?.string == "long.mp3"
            }
            await world.end()
        }
    }
}
