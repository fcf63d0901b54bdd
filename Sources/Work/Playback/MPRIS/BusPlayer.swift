internal import FoundationEssentials
import Glibc
public import PhonolithMediaModel
internal import PhonolithSound
internal import Synchronization

/// A player on the session's D-Bus, where media keys, panels and `playerctl` find it (MPRIS 2.2,
/// specifications.freedesktop.org/mpris-spec).
///
/// It has two interfaces, the root and Player, which desktops use.
public final class BusPlayer: Sendable {
    /// The name on the bus of a program's player.
    static func name(of program: ProgramName) -> String {
        "org.mpris.MediaPlayer2.\(program.identifier)"
    }

    private let connection: BusConnection
    private let state: BusState
    private let publisher: BusPublisher
    private let requests: AsyncStream<BusRequest>.Continuation
    private let tasks: [Task<Void, Never>]

    /// Details of an item that its player does not have.
    public struct Details: Sendable {
        /// The facts of its file.
        public var facts: MediaFacts?
        /// The user's values for it.
        public var userValues: MediaItem.UserValues?
        /// An encoded picture.
        public var picture: [UInt8]?

        /// Creates details; empty by default.
        public init(
            facts: MediaFacts? = nil, userValues: MediaItem.UserValues? = nil,
            picture: [UInt8]? = nil
        ) {
            self.facts = facts
            self.userValues = userValues
            self.picture = picture
        }
    }

    /// Puts a player on the bus as `org.mpris.MediaPlayer2.` with the name of its program in lower case, as far as such a name
    /// may have its characters; where that is taken, with `.instance` and the process's number after it.
    ///
    /// - Parameters:
    ///   - details: Asked for each item that plays, on a thread that may wait; by default the player knows all.
    ///   - items: The items at a client's address, in order; asked on a thread that may wait. By default an address is that of
    ///     one file or stream.
    ///   - report: Called with one line for each request that could not be carried out.
    /// - Returns: `nil` if there is no session bus.
    public static func publish(
        _ player: QueuePlayer,
        details: @escaping @Sendable (PlayerItem) -> Details = { _ in Details() },
        items: (@Sendable (String) throws -> [PlayerItem])? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> BusPlayer? {
        await publish(
            player, on: nil, details: details, items: items ?? { item(at: $0) }, report: report)
    }

    /// Puts a player on a bus.
    ///
    /// - Parameter address: `nil` for that of the user's session.
    package static func publish(
        _ player: QueuePlayer, on address: String?,
        details: @escaping @Sendable (PlayerItem) -> Details = { _ in Details() },
        items: @escaping @Sendable (String) throws -> [PlayerItem] = { _ in [] },
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> BusPlayer? {
        let state = BusState()
        let (stream, requests) = AsyncStream<BusRequest>.makeStream()
        let answer: BusConnection.Answer = { call in
            BusInterface.answer(call, state: state.current, position: player.position) {
                switch state.status(of: $0) {
                case .success: return nil
                case .commandFailed(let reason): return reason
                case .passedToPlayer:
                    requests.yield($0)
                    return nil
                }
            }
        }
        let events = await player.eventMoments()
        state.change { $0.identity = player.programName }
        await state.update(from: player)
        let name = name(of: player.program)
        guard
            let connection = BusConnection(
                to: address, names: [name, "\(name).instance\(getpid())"],
                path: BusInterface.path,
                answer: answer)
        else { return nil }
        let publisher = BusPublisher(
            player: player, state: state, connection: connection, details: details)
        let handler = BusRequestHandler(player, items: items, report: report)
        let obeying = Task { await handler.run(stream) }
        let telling = Task { await publisher.run(events) }
        return BusPlayer(connection, state, publisher, requests, [obeying, telling])
    }

    private init(
        _ connection: BusConnection, _ state: BusState, _ publisher: BusPublisher,
        _ requests: AsyncStream<BusRequest>.Continuation, _ tasks: [Task<Void, Never>]
    ) {
        (self.connection, self.state, self.publisher) = (connection, state, publisher)
        self.requests = requests
        self.tasks = tasks
    }

    /// Removes the player from the bus.
    public func withdraw() async {
        requests.finish()
        tasks.forEach { $0.cancel() }
        connection.close()
    }

    /// A file or a stream at an address.
    private static func item(at address: String) -> [PlayerItem] {
        guard let url = URL(string: address) else { return [] }
        return [PlayerItem(url: url)]
    }
}

// MARK: - What the program decides

extension BusPlayer {
    /// Shows a program's own words about what plays, until others are set; `nil` for those of the player.
    public func setNowPlayingInfo(_ info: NowPlayingInfo?) async { await publisher.show(info) }

    /// The program's own words about what plays; `nil` for those of the player.
    public var nowPlayingInfo: NowPlayingInfo? { state.current.info }

    /// Takes a command, or refuses it. Panels do not offer one that is refused, as far as MPRIS has words for that.
    public func setEnabled(_ isEnabled: Bool, _ command: RemoteCommand) {
        publisher.change { facts in
            if isEnabled {
                facts.remote.disabled.remove(command)
            } else {
                facts.remote.disabled.insert(command)
            }
        }
    }

    /// Whether a command is taken.
    public func isEnabled(_ command: RemoteCommand) -> Bool {
        !state.current.remote.disabled.contains(command)
    }

    /// Has a command handled by the program instead of its player.
    ///
    /// - Parameter handler: Called on the bus's thread, where it must not wait; `nil` has the player do it again.
    public func setHandler(
        for command: RemoteCommand,
        _ handler: (@Sendable (RemoteCommandEvent) -> RemoteCommandStatus)?
    ) {
        publisher.change { $0.remote.handlers[command] = handler }
    }
}
