import Foundation
import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// The name of a program that plays, as mixers, the bus and the history have it.
@Suite("The name of a program")
struct ProgramNameTests {
    /// A name as it was given, as people see it, and as machines do.
    struct Row: CustomTestStringConvertible, Sendable {
        var given: String
        var shown: String
        var identifier: String

        init(_ given: String, _ shown: String, _ identifier: String) {
            (self.given, self.shown, self.identifier) = (given, shown, identifier)
        }

        var testDescription: String { String(given.debugDescription.prefix(40)) }
    }

    private static let own = ProgramName.ofProcess

    static let rows = [
        Row("Face", "Face", "face"), Row("My Player", "My Player", "my_player"),
        Row("", own.shown, own.identifier), Row("  \t ", own.shown, own.identifier),
        Row("Müsli", "Müsli", "musli"), Row("Ångström", "Ångström", "angstrom"),
        Row("a.b.c", "a.b.c", "a_b_c"), Row("..", "..", "player"),
        Row(
            "org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.vlc", "org_mpris_mediaplayer2_vlc"
        ),
        Row("3 Doors", "3 Doors", "_3_doors"), Row("-dash", "-dash", "-dash"),
        Row("under_score", "under_score", "under_score"), Row("___", "___", "player"),
        Row(
            String(repeating: "x", count: 300), String(repeating: "x", count: 100),
            String(repeating: "x", count: 99)),
        Row(
            String(repeating: "9", count: 300), String(repeating: "9", count: 100),
            "_" + String(repeating: "9", count: 99)),
        Row("line\nbreak\r\n\ttab", "line break tab", "line_break_tab"),
        Row("nul\0inside", "nul inside", "nul_inside"),
        Row("\u{202E}evil", "evil", "evil"), Row("🎵", "🎵", "player"),
        Row("🎵 Tunes", "🎵 Tunes", "tunes"), Row("日本", "日本", "player"),
        Row("/usr/bin/x;rm -rf", "/usr/bin/x;rm -rf", "usr_bin_x_rm_-rf"),
        Row("phonolith", "phonolith", "phonolith"),
    ]

    @Test("is one line for people, and an element of a bus name for machines", arguments: rows)
    func name(_ row: Row) {
        let name = ProgramName(row.given)
        #expect(name.shown == row.shown)
        #expect(name.identifier == row.identifier)
        // The D-Bus Specification, "Bus names": at most 255 bytes with the prefix and the suffix for a second player.
        #expect(name.identifier.wholeMatch(of: /[A-Za-z_-][A-Za-z0-9_-]*/) != nil)
        #expect("org.mpris.MediaPlayer2.\(name.identifier).instance2147483647".utf8.count <= 255)
    }

    @Test("is that of the process where none is given")
    func byDefault() async {
        let player = QueuePlayer(to: .null)
        #expect(player.programName == ProcessInfo.processInfo.processName)
        #expect(QueuePlayer(to: .null, programName: "Face").programName == "Face")
        await player.close()
    }

    @Test(
        "is the name and the Identity of its player on the bus, and a second player has another name",
        arguments: rows)
    func onBus(_ row: Row) async throws {
        let bus = try BusServer()
        let players = [row, row].map { QueuePlayer(to: .null, programName: $0.given) }
        var published: [BusPlayer] = []
        for player in players {
            published.append(try #require(await BusPlayer.publish(player, on: bus.address)))
        }
        let client = try #require(BusConnection(to: bus.address))
        let name = "org.mpris.MediaPlayer2.\(row.identifier)"
        for name in [name, "\(name).instance\(getpid())"] {
            let identity = await client.call(
                BusMethod(
                    name, path: "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get"),
                [.text("org.mpris.MediaPlayer2"), .text("Identity")])
            #expect(identity?.first?.string == row.shown, "\(name)")
        }
        client.close()
        for player in published { await player.withdraw() }
        for player in players { await player.close() }
    }
}

extension ByTheClock {
    @Suite("The name of a program that plays", .timeLimit(.minutes(20)))
    struct ProgramNamePlayingTests {
        @Test(
            "is in the mixer, with what machines accept as its id",
            arguments: ["Face", "Müsli 3", "🎵", "a\nb", String(repeating: "x", count: 300)])
        func mixer(name: String) async throws {
            let server = try await PulseServer()
            var sound = SoundServer(address: server.address)
            sound.programName = ProgramName(name)
            let player = QueuePlayer(on: sound)
            await player.setQueue(with: [Sweep.item("long.ogg")])
            await player.play()
            try await player.waitForSound()
            let shown = try server.control("list", "sink-inputs")
            #expect(player.programName == ProgramName(name).shown)
            #expect(shown.contains("application.name = \"\(ProgramName(name).shown)\""))
            #expect(shown.contains("application.id = \"\(ProgramName(name).identifier)\""))
            await player.close()
        }

        @Test("is in the history of plays and skips, and in the kept queue")
        func history() async throws {
            let library = try await TwoItemLibrary()
            let player = QueuePlayer(
                to: .null(speed: 20), catalog: library.catalog, keepsQueue: true,
                programName: "Face")
            let events = await player.events()
            try await player.setQueue(with: MediaQuery.songs)
            await player.play()
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await player.close()
            #expect(try library.catalog.plays.all().map(\.player) == ["Face", "Face"])
            #expect(try library.catalog.queue.kept().changedBy == "Face")
        }
    }
}
