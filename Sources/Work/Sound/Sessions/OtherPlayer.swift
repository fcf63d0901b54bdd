/// A player of another program on the bus (MPRIS), as far as a session wants to know it.
struct OtherPlayer: Hashable, Sendable {
    var name: String
    var status: Status
    /// The item that it plays.
    var track = Track()
    var canPause = true
    var genres: [String] = []
    /// The name of its `.desktop` file.
    var desktopEntry: String?

    // `PlaybackStatus` of MPRIS.
    enum Status: String, Hashable, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// The names of an item in the metadata of MPRIS, as far as a player gives them.
    struct Track: Hashable, Sendable {
        // `mpris:trackid`.
        var id: String?
        // `xesam:url`.
        var address: String?
        /// `xesam:title`, which radio changes from song to song.
        var title: String?

        /// Whether the player is certainly another one. Metadata may come late, and say more by then.
        func isOther(than track: Track) -> Bool {
            let known = [\Track.id, \.address, \.title].first {
                self[keyPath: $0] != nil && track[keyPath: $0] != nil
            }
            return known.map { self[keyPath: $0] != track[keyPath: $0] } ?? false
        }
    }

    /// Whether it plays speech; `nil` if neither the program nor its item shows that.
    var playsSpeech: Bool? {
        if desktopEntry.map({ Self.speechPrograms.contains($0.lowercased()) }) == true {
            return true
        }
        if genres.isEmpty { return nil }
        return genres.contains { Self.speechGenres.contains($0.lowercased()) }
    }

    /// Programs for podcasts and audiobooks only.
    private static let speechPrograms: Set<String> = [
        "gpodder", "org.gnome.podcasts", "org.kde.kasts", "com.github.geigi.cozy",
        "com.github.needle-and-thread.vocal",
    ]

    private static let speechGenres: Set<String> = [
        "podcast", "podcasts", "audiobook", "audiobooks", "audio book", "audio books", "speech",
        "spoken", "spoken word", "books & spoken", "books & audiobooks",
    ]
}

/// The other players on the bus, by the names of their connections, and those of them that the session has paused.
///
/// The actions of users are read from signals, which come in their order. An answer may overtake signals of before.
struct OtherPlayers: Sendable {
    private(set) var players: [String: OtherPlayer] = [:]
    private var holds: [String: Hold] = [:]

    /// A player that the session asked to pause.
    private struct Hold: Hashable, Sendable {
        /// The status that it reported then; `nil` before that, and for players that report nothing.
        var status: OtherPlayer.Status?
    }

    var isAnyPlaying: Bool { players.values.contains { $0.status == .playing } }

    /// A player came, or was asked how it is.
    mutating func describe(_ owner: String, _ player: OtherPlayer) {
        if holds[owner]?.status != nil {
            compare(owner, status: player.status, track: player.track)
        }
        players[owner] = player
    }

    /// A player reported a change.
    mutating func change(
        _ owner: String, status: OtherPlayer.Status?, track: OtherPlayer.Track?,
        genres: [String]?
    ) {
        guard players[owner] != nil else { return }
        if holds[owner]?.status != nil {
            compare(owner, status: status, track: track)
        } else if let status, status != .playing {
            // Until it obeys, it reports what was under way.
            holds[owner]?.status = status
        }
        if let status { players[owner]?.status = status }
        if let track { players[owner]?.track = track }
        if let genres { players[owner]?.genres = genres }
    }

    /// A player left the bus.
    mutating func remove(_ owner: String) {
        (players[owner], holds[owner]) = (nil, nil)
    }

    // MARK: - Pausing

    /// A player is asked to pause.
    mutating func hold(_ owner: String) { holds[owner] = Hold() }

    /// Players that were asked to pause and have not.
    var disobedient: [String] {
        holds.filter { $0.value.status == nil && isPlaying($0.key) }.map(\.key).sorted()
    }

    /// Players that paused for the session and have not been touched since.
    var held: [String] {
        holds.filter { $0.value.status != nil || !isPlaying($0.key) }.map(\.key).sorted()
    }

    mutating func release() { holds = [:] }

    private func isPlaying(_ owner: String) -> Bool { players[owner]?.status == .playing }

    /// Finds out whether somebody else has touched a player since it paused.
    private mutating func compare(
        _ owner: String, status: OtherPlayer.Status?, track: OtherPlayer.Track?
    ) {
        let known = players[owner]?.track ?? OtherPlayer.Track()
        let isOther = track?.isOther(than: known) ?? false
        if isOther || status.map({ $0 != holds[owner]?.status }) ?? false { holds[owner] = nil }
    }
}
