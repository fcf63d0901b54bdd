package import Logging
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
package import PhonolithWorker
import Synchronization

/// Plays on the sound output of the machine that the server runs on. Media are opened by another process: if that
/// crashes, the queue is lost and the server continues.
package final class Jukebox: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Why an order is wrong; earlier ones were obeyed.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    private let program: OpenedMediaProgram
    private let library: String
    private let output: String
    private let interrupts: Bool
    private let logger: Logger
    private let player = Mutex<JobSupervisor?>(nil)
    private let report = Mutex<(state: JukeboxState, date: ContinuousClock.Instant)?>(nil)
    /// The orders of one call are obeyed before those of the next.
    private let turns = JobSlots(1)
    private let threads = BlockingThreads(name: "jukebox", count: 1)

    /// How many items its queue may hold: each answer lists them all.
    package static let greatestCount = 10_000
    /// In seconds: no position in an item is so far from its beginning.
    package static let endOfTime = 1e7

    /// - Parameters:
    ///   - output: As `phonolith play --output` takes it.
    ///   - interrupts: Whether other players of the computer's user pause while it plays.
    ///   - logger: Gets a line whenever it cannot play.
    package init(
        _ program: OpenedMediaProgram, library: String, output: String, interrupts: Bool = false,
        logger: Logger
    ) {
        self.program = program
        self.library = library
        self.output = output
        self.interrupts = interrupts
        self.logger = logger
    }

    /// Obeys orders of a user.
    ///
    /// All users share one queue. Its entries from roots that are closed to the user are not shown, and not counted in
    /// the places of orders and of the answer.
    ///
    /// - Parameter library: The library as the user sees it.
    /// - Returns: Its state then.
    /// - Throws: ``Failure``, ``Refusal``.
    package func obey(
        _ orders: [JukeboxOrder], for library: ServedCatalog
    ) async throws -> JukeboxState {
        try await turns.take(for: library.client)
        defer { turns.giveBack(by: library.client) }
        var state = try await send(.report, for: library.client)
        for order in orders where order != .report {
            if case .append(let items) = order,
                state.items.count + items.count > Self.greatestCount
            {
                throw Failure(
                    description: "the queue is limited to \(Self.greatestCount) items")
            }
            let places = try await Self.places(of: state, for: library)
            state = try await send(order.translated(by: places), for: library.client)
        }
        return state.showing(try await Self.places(of: state, for: library))
    }

    /// The devices of the sound server, in its order; none if it plays by no sound server.
    ///
    /// - Throws: ``Failure``.
    package func outputs(for library: ServedCatalog) async throws -> [JukeboxOutput] {
        try await turns.take(for: library.client)
        defer { turns.giveBack(by: library.client) }
        guard case .outputs(let outputs) = try await answer(to: .listOutputs, for: library.client)
        else { throw Self.misunderstanding }
        return outputs
    }

    /// Its state, if that has changed other than by the passing of time.
    ///
    /// - Parameters:
    ///   - last: Its former state; replaced by the new one.
    ///   - library: The library as the user sees it.
    /// - Returns: The state as the user sees it; `nil` if there is no change, or nobody has used it yet.
    /// - Throws: ``Failure``.
    package func change(
        since last: inout JukeboxState?, for library: ServedCatalog
    ) async throws -> JukeboxState? {
        guard player.withLock({ $0 }) != nil else { return nil }
        let state = try await reported(to: library.client)
        defer { last = state }
        if let last, state.continues(last) { return nil }
        return state.showing(try await Self.places(of: state, for: library))
    }

    /// Its state, at most half a second old: all who listen ask for it again and again.
    private func reported(to client: String) async throws -> JukeboxState {
        try await turns.take(for: client)
        defer { turns.giveBack(by: client) }
        if let last = report.withLock({ $0 }), last.date.duration(to: .now) < .milliseconds(500) {
            return last.state
        }
        return try await send(.report, for: client)
    }

    package func end() { player.withLock { $0 }?.interrupt() }

    /// The places of the entries that the user sees.
    private static func places(
        of state: JukeboxState, for library: ServedCatalog
    ) async throws -> [Int] {
        let items = state.items.map { MediaItemID($0) }
        let seen = try await library.perform(for: .reading) { try $0.items.seen(of: items) }
        return items.indices.filter { seen.contains(items[$0]) }
    }

    private static let misunderstanding = Failure(
        description: "the program for media answers something else than was asked")

    private func send(_ order: JukeboxOrder, for client: String) async throws -> JukeboxState {
        guard case .state(let state) = try await answer(to: order, for: client) else {
            throw Self.misunderstanding
        }
        let before = report.withLock { report in
            defer { report = (state: state, date: ContinuousClock.now) }
            return report?.state.failure
        }
        if let failure = state.failure, failure != before { log(failure) }
        return state
    }

    private func log(_ reason: String) {
        logger.warning("the jukebox cannot play", metadata: ["reason": "\(reason)"])
    }

    private func answer(to order: JukeboxOrder, for client: String) async throws -> JukeboxAnswer {
        try await threads.perform { [self] in
            var given = JukeboxAnswer.state(JukeboxState())
            let failure: JobFailure?
            do {
                failure = try running(for: client).run(order) { (answer: JukeboxAnswer) in
                    given = answer
                    return true
                }
            } catch let error as WorkerError {
                throw Failure(description: error.description)
            }
            if let failure { throw Failure(description: failure.description) }
            switch given {
            case .failure(let reason):
                log(reason)
                throw Failure(description: reason)
            case .refusal(let reason): throw Refusal(description: reason)
            case .state, .outputs: return given
            }
        }
    }

    /// An address may have a password, and arguments are for everybody to read: it is in the environment.
    private var libraryArguments: [String] {
        ServerAddress(library) == nil ? ["--library", library] : []
    }

    /// - Parameter client: The user whose devices are used first, if the worker is yet to be started.
    private func running(for client: String) throws(WorkerError) -> JobSupervisor {
        if let player = player.withLock({ $0 }) { return player }
        let started = JobSupervisor(
            program: try program.opened(),
            arguments: ["jukebox-work", "--output", output, "--chooser", client]
                + (interrupts ? ["--interrupts"] : []) + libraryArguments,
            silenceLimit: .seconds(30))
        player.withLock { $0 = started }
        return started
    }
}

extension JukeboxOrder {
    /// The order with the place in the queue for a place in the list that the user sees.
    fileprivate func translated(by places: [Int]) -> JukeboxOrder {
        func place(_ shown: Int) -> Int? { places.indices.contains(shown) ? places[shown] : nil }
        switch self {
        case .remove(let shown): return place(shown).map { .remove($0) } ?? .report
        case .skip(let shown, let time):
            return place(shown).map { .skip($0, time: time) } ?? .report
        default: return self
        }
    }
}

extension JukeboxState {
    /// Whether nothing has changed since a state of about a second ago, but the time.
    fileprivate func continues(_ last: JukeboxState) -> Bool {
        var same = last
        same.time = time
        let progress = time - last.time
        return same == self && (isPlaying ? -0.5...5 : -0.5...0.5).contains(progress)
    }

    /// The state without the entries at other places.
    fileprivate func showing(_ places: [Int]) -> JukeboxState {
        var state = self
        state.items = places.map { items[$0] }
        state.currentIndex = currentIndex.flatMap { places.firstIndex(of: $0) }
        // Nothing of an item that the user does not see, not even that it plays.
        if state.currentIndex == nil { (state.time, state.isPlaying) = (0, false) }
        return state
    }
}
