internal import Synchronization

/// The other players on the session's D-Bus: pauses them, and lets them go on.
final class PlayersOnBus: Sendable {
    private let connection: BusConnection
    private let players: WatchedPlayers
    /// The number of this process, whose own players are left alone.
    private let ownProcess: Int
    private let describing: Task<Void, Never>

    private static let prefix = "org.mpris.MediaPlayer2."
    private static let path = "/org/mpris/MediaPlayer2"
    private static let root = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Names that stand for players which are not here: others on the same bus, or on a telephone.
    private static let proxies = ["playerctld", "kdeconnect"]

    /// How long a player may take to pause.
    private static let patience = Duration.seconds(1)

    /// Connects. Blocks its thread.
    ///
    /// - Parameters:
    ///   - address: The bus; `nil` for that of the user's session.
    ///   - playing: Called when it changes whether any of them plays, on any thread; must not wait.
    /// - Returns: `nil` if there is no bus.
    init?(
        on address: String?, ownProcess: Int, playing: @escaping @Sendable () -> Void
    ) {
        let (arrivals, arrived) = AsyncStream<String>.makeStream()
        let players = WatchedPlayers(arrived: arrived, playing: playing)
        let rules = [
            "type='signal',interface='\(Self.properties)',member='PropertiesChanged',path='\(Self.path)'",
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='\(Self.root)'",
        ]
        guard
            let connection = BusConnection(
                to: address, rules: rules, received: { players.take($0) })
        else { return nil }
        (self.connection, self.players, self.ownProcess) = (connection, players, ownProcess)
        describing = Task {
            for await name in arrivals {
                await Self.describe(name, connection, players, ownProcess)
            }
        }
    }

    func start() async {
        let names = await connection.call(Self.bus("ListNames"))?.first
        guard case .texts(let names)? = names else { return }
        for name in names where name.hasPrefix(Self.prefix) {
            await Self.describe(name, connection, players, ownProcess)
        }
    }

    func close() {
        describing.cancel()
        connection.close()
    }

    var isAnyPlaying: Bool { players.current.isAnyPlaying }

    // MARK: - Pausing

    /// Pauses the players that play.
    ///
    /// - Parameter onlySpeech: Whether others play on.
    /// - Returns: A remark for each player that plays on though it should not, or though it might have to.
    func pause(onlySpeech: Bool) async -> [AudioSessionRemark] {
        var remarks: [AudioSessionRemark] = []
        for (owner, player) in players.current.players.sorted(by: { $0.key < $1.key })
        where player.status == .playing {
            if onlySpeech, player.playsSpeech != true {
                if player.playsSpeech == nil {
                    remarks.append(
                        AudioSessionRemark(
                            .speechUnknown, player.name,
                            "\(player.name) plays on: it does not say whether it plays speech"))
                }
            } else if !player.canPause {
                remarks.append(
                    AudioSessionRemark(
                        .cannotPause, player.name,
                        "\(player.name) plays on: it cannot be paused"))
            } else {
                players.change { $0.hold(owner) }
                _ = await connection.call(Self.method(owner, "Pause"))
            }
        }
        await waitForSilence()
        return remarks
            + players.current.disobedient.compactMap { players.current.players[$0]?.name }
            .map {
                AudioSessionRemark(
                    .didNotPause, $0, "\($0) plays on: it was asked to pause, and has not")
            }
    }

    /// Some players answer before they have paused.
    private func waitForSilence() async {
        let begin = ContinuousClock.now
        while true {
            for owner in players.current.disobedient { await refresh(owner) }
            guard !players.current.disobedient.isEmpty,
                begin.duration(to: .now) < Self.patience
            else { return }
            // A task that is cancelled does not wait.
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// Resumes the paused players that the user has not touched since.
    func resume() async {
        // Where the user touched a player, its signals come before its answer.
        for owner in players.current.held { await refresh(owner) }
        for owner in players.current.held {
            _ = await connection.call(Self.method(owner, "Play"))
        }
        players.change { $0.release() }
    }

    // MARK: - The bus

    private func refresh(_ owner: String) async {
        guard let known = players.current.players[owner] else { return }
        let isThere = await Self.look(
            at: owner, named: known.name, known.desktopEntry, connection, players)
        if !isThere { players.change { $0.remove(owner) } }
    }

    private static func describe(
        _ name: String, _ connection: BusConnection, _ players: WatchedPlayers, _ ownProcess: Int
    ) async {
        guard !proxies.contains(where: { name.dropFirst(prefix.count).hasPrefix($0) }),
            let owner = await connection.call(bus("GetNameOwner"), [.text(name)])?.first?.string,
            let process = await connection.call(
                bus("GetConnectionUnixProcessID"), [.text(owner)])?.first?.double,
            Int(process) != ownProcess
        else { return }
        let root = await connection.call(
            BusMethod(owner, path: path, properties, "GetAll"), [.text(root)])?.first
        _ = await look(
            at: owner, named: root?["Identity"]?.string ?? "a player",
            root?["DesktopEntry"]?.string, connection, players)
    }

    /// Asks a player how it is. The answer is noted in its order among the player's signals.
    ///
    /// - Returns: Whether it answers.
    private static func look(
        at owner: String, named name: String, _ desktopEntry: String?,
        _ connection: BusConnection, _ players: WatchedPlayers
    ) async -> Bool {
        await connection.call(
            BusMethod(owner, path: path, properties, "GetAll"), [.text(player)]
        ) { answer in
            let values = answer.first
            let player = OtherPlayer(
                name: name,
                status: values?["PlaybackStatus"]?.string.flatMap(OtherPlayer.Status.init)
                    ?? .stopped,
                track: WatchedPlayers.track(values?["Metadata"]),
                canPause: values?["CanPause"] != .boolean(false),
                genres: WatchedPlayers.genres(values?["Metadata"]), desktopEntry: desktopEntry)
            players.change { $0.describe(owner, player) }
        } != nil
    }

    private static func bus(_ member: String) -> BusMethod {
        BusMethod(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
    }

    private static func method(_ owner: String, _ member: String) -> BusMethod {
        BusMethod(owner, path: path, player, member)
    }
}

/// The players as their signals describe them, in the order of the bus.
private final class WatchedPlayers: Sendable {
    private let players = Mutex(OtherPlayers())
    private let arrived: AsyncStream<String>.Continuation
    private let playing: @Sendable () -> Void

    init(
        arrived: AsyncStream<String>.Continuation, playing: @escaping @Sendable () -> Void
    ) {
        (self.arrived, self.playing) = (arrived, playing)
    }

    var current: OtherPlayers { players.withLock { $0 } }

    func change(_ body: (inout OtherPlayers) -> Void) {
        let (before, after) = players.withLock { players in
            let before = players.isAnyPlaying
            body(&players)
            return (before, players.isAnyPlaying)
        }
        if before != after { playing() }
    }

    // On the bus's thread.
    func take(_ signal: BusSignal) {
        if signal.member == "NameOwnerChanged" {
            let texts = signal.arguments.compactMap(\.string)
            guard texts.count == 3 else { return }
            if !texts[1].isEmpty { change { $0.remove(texts[1]) } }
            if !texts[2].isEmpty { arrived.yield(texts[0]) }
        } else if signal.arguments.count > 1 {
            let values = signal.arguments[1]
            let metadata = values["Metadata"]
            change {
                $0.change(
                    signal.sender,
                    status: values["PlaybackStatus"]?.string.flatMap(OtherPlayer.Status.init),
                    track: metadata.map { Self.track($0) },
                    genres: metadata.map { Self.genres($0) })
            }
        }
    }

    static func track(_ metadata: BusValue?) -> OtherPlayer.Track {
        let id = metadata?["mpris:trackid"]?.string
        return OtherPlayer.Track(
            id: id == "/org/mpris/MediaPlayer2/TrackList/NoTrack" ? nil : id,
            address: metadata?["xesam:url"]?.string, title: metadata?["xesam:title"]?.string)
    }

    static func genres(_ metadata: BusValue?) -> [String] {
        guard case .texts(let genres)? = metadata?["xesam:genre"] else { return [] }
        return genres
    }
}
