package import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithPlayQueues

/// The library of a player, which answers its queries and keeps plays, bookmarks and the queue.
///
/// No function blocks. Each change is written, and each question answered, after what was to be written before.
package protocol PlayerLibrary: Sendable {
    /// Called with the error of a write that failed.
    typealias FailureHandler = @Sendable (any Error) async -> Void

    /// Whether the queue is kept, too.
    var keepsQueue: Bool { get }
    /// How often the library is asked for requests of other programs.
    var pauseBetweenRequests: Duration { get }

    /// Notes a play. One that cannot be written is kept until it can.
    func note(_ play: NotedPlay, onFailure: @escaping FailureHandler)
    /// Notes where an item was left, in seconds from its beginning; `nil` for one that was played to its end.
    func keepBookmark(_ time: Double?, of item: MediaItemID, onFailure: @escaping FailureHandler)
    /// Keeps the queue, as it was changed for these requests.
    func keep(_ queue: KeptQueue, for requests: [Int64], onFailure: @escaping FailureHandler)
    /// Keeps the position in the queue, and its modes.
    func keepPosition(_ queue: KeptQueue, onFailure: @escaping FailureHandler)
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - refusal: Why it is refused; empty where it is not.
    ///   - report: The player's state.
    func answer(
        _ request: ReceivedRequest, refusal: String, report: PlayerReport?,
        onFailure: @escaping FailureHandler)
    /// Takes note that the player has taken over a queue that others have changed.
    func take(_ stored: KeptQueue)
    /// Remembers the devices as the choice of the library's user.
    func rememberOutputDevices(_ names: [String]) async throws

    /// The items that match a query.
    func items(matching query: MediaQuery) async throws -> [PlayerItem]
    /// The queue to continue with. From then on no other program changes it, where the player keeps it.
    func keptQueue() async throws -> KeptQueue
    /// Changes and requests since the last look.
    ///
    /// - Parameter waiting: A request that was taken and is still to be answered.
    /// - Throws: ``QueueEdit/Refusal`` where the queue is not the player's any more.
    func news(beside waiting: ReceivedRequest?) async throws -> QueueNews
    /// Why the queue could not be kept the last time; `nil` where it was.
    func keepingFailure() async -> String?

    /// Writes the plays that could not be written until now, and lets other players keep their queues.
    ///
    /// - Returns: One line about the plays that are lost; `nil` where none is.
    func finish() async -> String?
}

/// Changes of the queue of a player, made by others.
package struct QueueNews: Sendable {
    /// The queue in the library, where others have changed it; to be taken over before the request.
    package var changed: KeptQueue?
    /// The next change that another program asks for.
    package var request: ReceivedRequest?

    /// Joins a changed queue and a request.
    package init(changed: KeptQueue? = nil, request: ReceivedRequest? = nil) {
        (self.changed, self.request) = (changed, request)
    }
}

/// A play or a skip that the library is to have.
package struct NotedPlay: Hashable, Sendable {
    package var item: MediaItemID
    package var verdict: Listening.Verdict
    package var date = Date.now
    /// Whether it was tried to be written before, which may have been done although an error was reported.
    package var wasTried = false

    init(item: MediaItemID, verdict: Listening.Verdict) {
        (self.item, self.verdict) = (item, verdict)
    }
}
