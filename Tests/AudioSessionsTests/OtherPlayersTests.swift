import Testing

@testable import PhonolithSound

/// One player, `:1`, that plays track 1 and is paused for the session.
@Suite("A player that was paused for a session")
struct OtherPlayersTests {
    typealias Status = OtherPlayer.Status

    /// The content of a signal of the player, or its answer to a question; `left` for its departure.
    enum Signal: Hashable, Sendable {
        case answer(Status)
        case status(Status)
        case track(OtherPlayer.Track)
        case left
    }

    private func isHeld(after signals: [Signal]) -> Bool {
        var players = OtherPlayers()
        players.describe(
            ":1", OtherPlayer(name: "Radio", status: .playing, track: .init(id: "1", title: "a")))
        players.hold(":1")
        for signal in signals {
            switch signal {
            case .status(let status):
                players.change(":1", status: status, track: nil, genres: nil)
            case .track(let track):
                players.change(":1", status: nil, track: track, genres: nil)
            case .answer(let status):
                players.describe(
                    ":1", OtherPlayer(name: "Radio", status: status, track: .init(id: "1")))
            case .left: players.remove(":1")
            }
        }
        return players.held == [":1"]
    }

    @Test(
        "plays on afterwards if it paused, and nobody has touched it since",
        arguments: [
            ([.status(.paused)], true), ([], false),
            // Players report more than once.
            ([.status(.paused), .status(.paused), .track(.init(id: "1", title: "b"))], true),
            // Sent before it obeyed.
            ([.status(.playing), .track(.init(id: "2")), .status(.paused)], true),
            // Radio stops instead.
            ([.status(.stopped)], true),
            ([.status(.paused), .status(.playing)], false),
            ([.status(.paused), .status(.playing), .status(.paused)], false),
            ([.status(.paused), .status(.stopped)], false),
            ([.status(.paused), .track(.init(id: "2"))], false),
            ([.status(.paused), .track(.init(id: "2")), .track(.init(id: "1"))], false),
            ([.status(.paused), .left], false), ([.left], false),
            // Answers overtake signals, and some players report nothing.
            ([.answer(.paused)], true), ([.answer(.paused), .answer(.playing)], false),
            ([.answer(.paused), .status(.playing), .status(.paused)], true),
            ([.answer(.paused), .status(.paused), .status(.playing), .answer(.paused)], false),
            ([.status(.paused), .answer(.playing)], false),
        ] as [([Signal], Bool)])
    func touching(signals: [Signal], isHeld: Bool) {
        #expect(self.isHeld(after: signals) == isHeld)
    }

    @Test(
        "plays another track if what names both differs",
        arguments: [
            (.init(id: "1"), .init(id: "2"), true), (.init(id: "1"), .init(id: "1"), false),
            // Metadata that comes late, or says more.
            (.init(), .init(id: "1"), false), (.init(address: "a"), .init(id: "1"), false),
            (.init(address: "a"), .init(id: "1", address: "b"), true),
            // Songs on the radio.
            (.init(address: "a", title: "x"), .init(address: "a", title: "y"), false),
            (.init(title: "x"), .init(title: "y"), true), (.init(id: "1"), .init(), false),
        ] as [(OtherPlayer.Track, OtherPlayer.Track, Bool)])
    func tracks(old: OtherPlayer.Track, new: OtherPlayer.Track, isOther: Bool) {
        #expect(new.isOther(than: old) == isOther)
    }

    @Test("is disobedient until it pauses")
    func disobedience() {
        var players = OtherPlayers()
        players.describe(":1", OtherPlayer(name: "Radio", status: .playing))
        players.hold(":1")
        #expect(players.disobedient == [":1"])
        #expect(players.isAnyPlaying)
        players.change(":1", status: .paused, track: nil, genres: nil)
        #expect(players.disobedient == [])
        #expect(!players.isAnyPlaying)
        players.release()
        #expect(players.held == [])
    }

    @Test(
        "plays speech if its program or the genre shows that",
        arguments: [
            (["Podcast"], nil, true), (["Jazz", "Spoken Word"], nil, true), (["Jazz"], nil, false),
            ([], nil, nil), ([], "org.gnome.Podcasts", true), (["Jazz"], "gpodder", true),
            ([], "vlc", nil),
        ] as [([String], String?, Bool?)])
    func speech(genres: [String], program: String?, playsSpeech: Bool?) {
        let player = OtherPlayer(
            name: "x", status: .playing, genres: genres, desktopEntry: program)
        #expect(player.playsSpeech == playsSpeech)
    }
}
