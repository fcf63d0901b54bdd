import Glibc
public import PhonolithMediaModel
internal import PhonolithSound
internal import Synchronization

/// A player on the session's D-Bus, where media keys, panels and `playerctl` find it (MPRIS 2.2,
/// specifications.freedesktop.org/mpris-spec).
///
/// It has two interfaces, the root and Player, which desktops use.
public final class BusPlayer: Sendable {
    static let name = "org.mpris.MediaPlayer2.phonolith"

    private let connection: BusConnection
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

    /// Puts a player on the bus, as `org.mpris.MediaPlayer2.phonolith`, or where that is taken, with
    /// `.instance` and the process's number after it.
    ///
    /// - Parameters:
    ///   - details: Asked for each item that plays, on a thread that may wait.
    ///   - items: The items at a client's address, in order; asked on a thread that may wait.
    ///   - report: Called with one line for each request that could not be carried out.
    /// - Returns: `nil` if there is no session bus.
    public static func publish(
        _ player: QueuePlayer, details: @escaping @Sendable (PlayerItem) -> Details,
        items: @escaping @Sendable (String) throws -> [PlayerItem],
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> BusPlayer? {
        let state = BusState()
        let (stream, requests) = AsyncStream<BusRequest>.makeStream()
        let answer: BusConnection.Answer = { call in
            BusInterface.answer(call, state: state.current, position: player.position) {
                requests.yield($0)
            }
        }
        let events = await player.eventMoments()
        await state.update(from: player)
        guard
            let connection = BusConnection(
                names: [name, "\(name).instance\(getpid())"], path: BusInterface.path,
                answer: answer)
        else { return nil }
        let publisher = BusPublisher(
            player: player, state: state, connection: connection, details: details)
        let handler = BusRequestHandler(player, items: items, report: report)
        let obeying = Task { await handler.run(stream) }
        let telling = Task { await publisher.run(events) }
        return BusPlayer(connection, requests, [obeying, telling])
    }

    private init(
        _ connection: BusConnection, _ requests: AsyncStream<BusRequest>.Continuation,
        _ tasks: [Task<Void, Never>]
    ) {
        self.connection = connection
        self.requests = requests
        self.tasks = tasks
    }

    /// Removes the player from the bus.
    public func withdraw() async {
        requests.finish()
        tasks.forEach { $0.cancel() }
        connection.close()
    }
}
