internal import PhonolithFiles
internal import PhonolithMediaModel
package import PhonolithPlayQueues
internal import PhonolithSound

/// Orders to the player of this user's desktop over the session bus, as far as MPRIS has them: for one that plays without a
/// library, which cannot be asked through that.
package struct BusRemote {
    private let connection: BusConnection
    /// The player of `phonolith play`.
    private static let player = BusPlayer.name(of: ProgramName(KeptQueue.player))

    /// Connects. Blocks its thread.
    ///
    /// - Returns: `nil` if there is no session bus.
    package init?() {
        guard let connection = BusConnection() else { return nil }
        self.connection = connection
    }

    /// Has the player obey an order.
    ///
    /// - Returns: Its state then; `nil` where there is none.
    /// - Throws: `QueueEdit.Refusal` for what cannot be ordered this way.
    package func order(_ order: PlayerOrder) async throws -> PlayerReport? {
        defer { connection.close() }
        guard let before = await report() else {
            try await refuseSilence()
            return nil
        }
        switch order {
        case .report: return before
        case .play: await call("Play")
        case .pause: await call("Pause")
        case .toggle: await call("PlayPause")
        case .next: await call("Next")
        case .previous: await call("Previous")
        case .stop: await call("Stop")
        case .seek(let change):
            await call("Seek", [.integer(Int64(change * 1e6))])
        case .setTime(let time):
            await call("Seek", [.integer(Int64((time - before.time) * 1e6))])
        case .goTo:
            throw QueueEdit.Refusal(
                description:
                    "the player plays without a library, and can only go to the next or previous entry; make a library with phonolith scan"
            )
        case .setVolume(let volume): await set("Volume", .number(volume))
        case .changeVolume(let change): await set("Volume", .number(before.volume + change))
        }
        return await report(after: order, before)
    }

    /// The state once the player has obeyed: it answers as soon as it knows the order. What cannot be told by the state is not
    /// waited for, and nothing longer than a second.
    private func report(after order: PlayerOrder, _ before: PlayerReport) async -> PlayerReport? {
        let end = ContinuousClock.now.advanced(by: .seconds(1))
        while true {
            let now = await report()
            let isDone =
                switch order {
                case .play: now?.state == "playing"
                case .pause: now?.state != "playing"
                case .stop: now?.state == "stopped"
                case .toggle: now?.state != before.state
                case .setVolume(let volume): now?.volume == volume
                case .changeVolume(let change): now?.volume != before.volume || change == 0
                default: true
                }
            if isDone || ContinuousClock.now > end { return now }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    private func call(_ member: String, _ arguments: [BusValue] = []) async {
        _ = await connection.call(Self.method(BusInterface.player, member), arguments)
    }

    private func set(_ property: String, _ value: BusValue) async {
        _ = await connection.call(
            Self.method(BusInterface.properties, "Set"),
            [.text(BusInterface.player), .text(property), .variant(value)])
    }

    private static func method(_ interface: String, _ member: String) -> BusMethod {
        BusMethod(player, path: BusInterface.path, interface, member)
    }

    /// - Throws: `QueueEdit.Refusal` if there is a player, which does not answer.
    private func refuseSilence() async throws(QueueEdit.Refusal) {
        let bus = "org.freedesktop.DBus"
        let method = BusMethod(
            bus, path: "/org/freedesktop/DBus", bus, "GetConnectionUnixProcessID")
        guard let answer = await connection.call(method, [.text(Self.player)]),
            let id = answer.first?.double.flatMap({ Int32(exactly: $0) })
        else { return }
        let process = RunningProcess(id: id)
        throw QueueEdit.Refusal(
            silenceOfPlayer: process?.id, isStopped: process?.isStopped == true)
    }

    private func report() async -> PlayerReport? {
        let method = Self.method(BusInterface.properties, "GetAll")
        guard
            let properties = await connection.call(method, [.text(BusInterface.player)])?.first
        else { return nil }
        let metadata = properties["Metadata"]
        var report = PlayerReport(state: (properties["PlaybackStatus"]?.string ?? "").lowercased())
        (report.position, report.count) = (nil, nil)
        report.time = (properties["Position"]?.double ?? 0) / 1e6
        report.volume = properties["Volume"]?.double ?? 1
        report.rate = properties["Rate"]?.double ?? 1
        report.duration = metadata?["mpris:length"]?.double.map { $0 / 1e6 }
        report.repeatMode =
            ["Track": .one, "Playlist": .all][properties["LoopStatus"]?.string ?? ""] ?? .none
        if properties["Shuffle"] == .boolean(true) { report.shuffleMode = .songs }
        if let address = metadata?["xesam:url"]?.string {
            var item = PlayerItem(
                address.hasPrefix("file:")
                    ? .file(
                        MediaPath(bytes: PercentEncoding.decoded(Array(address.dropFirst(7).utf8))))
                    : .url(address))
            item.title = metadata?["xesam:title"]?.string
            item.albumTitle = metadata?["xesam:album"]?.string
            if case .texts(let artists)? = metadata?["xesam:artist"] { item.artist = artists.first }
            report.item = item
        }
        return report
    }
}
