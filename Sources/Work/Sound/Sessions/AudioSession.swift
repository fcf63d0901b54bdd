internal import FoundationEssentials
internal import PhonolithFiles

/// The relation of a program to the sound server and to other players; the counterpart of AVAudioSession.
///
/// Its category decides the role (`media.role`) of everything that this program plays and records, and whether other players
/// on the desktop pause while it is active. Without ``setCategory(_:mode:options:)`` and ``setActive(_:notifyingOthers:)``
/// nothing changes: players of a desktop leave each other alone. No method blocks.
public actor AudioSession {
    /// The session of this program.
    public static let shared = AudioSession()

    /// Whether the session is active.
    public private(set) var isActive = false
    var purpose = AudioSessionPurpose()
    /// Whether a category was chosen; until then streams have the roles of their own.
    private var hasCategory = false
    /// The port of an output before ``overrideOutput(_:)``.
    var overridden: (output: String, port: String)?

    let server: SoundServer
    private let bus: Bus
    private let ownProcess: Int
    let threads = BlockingThreads(name: "audio-session", count: 1)
    /// The calls that change the session, one after the other.
    private var turn: Task<Void, Never>?
    /// The other players, while the session is active.
    private(set) var players: PlayersOnBus?

    // The state of watching.
    var watch: ServerWatch?
    var watchNumber = 0
    /// The number of the watch whose server is known to be gone.
    var lostWatchNumber = 0
    var watching: Task<Void, Never>?
    var reconnecting: Task<Void, Never>?
    let signalStream: AsyncStream<SessionSignal>
    let signals: AsyncStream<SessionSignal>.Continuation
    var streamListener: Int?
    var lastLook: RouteLook?
    /// Whether the session itself is choosing another port.
    var isOverriding = false
    var isInterrupted = false
    /// Whether listeners know that another player plays.
    var othersPlay = false
    let listeners = EventListeners<Event>()

    /// The bus with the other players.
    package enum Bus: Hashable, Sendable {
        /// That of the user's session.
        case session
        /// The one at an address.
        case at(String)
        /// None: no player is paused.
        case none
    }

    private init() { self.init(on: SoundServer()) }

    /// - Parameter ownProcess: The process whose players on the bus are those of this program.
    package init(
        on server: SoundServer, bus: Bus = .session,
        ownProcess: Int = Int(ProcessInfo.processInfo.processIdentifier)
    ) {
        (self.server, self.bus, self.ownProcess) = (server, bus, ownProcess)
        (signalStream, signals) = AsyncStream.makeStream()
    }

    deinit {
        watching?.cancel()
        reconnecting?.cancel()
        players?.close()
        if let streamListener { server.streams.removeListener(streamListener) }
        listeners.finish()
        threads.end()
    }

    // MARK: - The category

    /// The category; `soloAmbient` until another is chosen.
    public var category: Category { purpose.category }

    /// The options of the category.
    public var options: Options { purpose.options }

    /// The mode.
    public var mode: Mode { purpose.mode }

    /// Chooses a category; also while the session is active.
    ///
    /// Streams that are open get its role at once:
    ///
    /// | category or mode | players | recorders |
    /// |---|---|---|
    /// | `ambient`, `soloAmbient` | `game` | |
    /// | `playback`, `multiRoute` | `music` | `production` |
    /// | `record`, `playAndRecord` | `production` | `production` |
    /// | modes `voiceChat`, `videoChat`, `gameChat` | `phone` | `phone` |
    /// | mode `moviePlayback` | `video` | |
    /// | modes `videoRecording`, `measurement` | `production` | `production` |
    ///
    /// Short sounds keep the role `event`.
    ///
    /// - Returns: A remark for each thing that could not be done, as ``setActive(_:notifyingOthers:)``.
    /// - Throws: ``AudioSessionError`` if the mode or an option is not for the category; nothing is changed then.
    @discardableResult
    public func setCategory(
        _ category: Category, mode: Mode = .default, options: Options = []
    ) async throws -> [AudioSessionRemark] {
        let wanted = AudioSessionPurpose(category: category, options: options, mode: mode)
        try wanted.validate()
        return await inTurn { session in
            session.purpose = wanted
            session.hasCategory = true
            let remarks = await session.settle(notifyingOthers: true)
            await session.look()
            return remarks
        }
    }

    /// Activates the session, or ends that.
    ///
    /// If the category does not mix with others, the players on the desktop (D-Bus, MPRIS) that play are paused at
    /// activation. At deactivation they resume, unless the user has touched them since. With `duckOthers` the sound server lowers
    /// other streams: it needs `module-role-ducking`, loaded with a role in `trigger_roles` for which
    /// `module-role-cork` does not pause them, such as `load-module module-role-ducking trigger_roles=a11y`. PipeWire has
    /// no such module by default. A program that is killed cannot let others go on.
    ///
    /// - Parameter notifyingOthers: Whether players that were paused go on at deactivation.
    /// - Returns: A remark for each thing that could not be done: no bus, no ducking, a player that cannot be paused.
    /// - Throws: ``AudioSessionError`` while another program has a call (a stream with the role `phone`), which comes first.
    @discardableResult
    public func setActive(
        _ isActive: Bool, notifyingOthers: Bool = true
    ) async throws -> [AudioSessionRemark] {
        if isActive { try await checkPriority() }
        return await inTurn { session in
            session.isActive = isActive
            return await session.settle(notifyingOthers: notifyingOthers)
        }
    }

    /// Checks that options are for a category.
    ///
    /// - Throws: ``AudioSessionError``, as ``setCategory(_:mode:options:)``.
    package static func validate(
        _ category: Category, options: Options
    ) throws(AudioSessionError) {
        try AudioSessionPurpose(category: category, options: options).validate()
    }

    private func checkPriority() async throws(AudioSessionError) {
        // A server that cannot be asked has no call either.
        guard AudioSessionRoles.output(of: purpose) != "phone", let state = try? await state()
        else { return }
        if state.hasCall(besides: ownProcess) {
            throw AudioSessionError(
                .callInProgress, "", "a call of another program is in progress; end it first")
        }
    }

    /// Does one change after the other, also where it waits.
    private func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (isolated AudioSession) async -> Value
    ) async -> Value {
        let last = turn
        let task = Task {
            await last?.value
            return await body(self)
        }
        turn = Task { _ = await task.value }
        return await task.value
    }

    /// Brings streams and other players into line with purpose and activity.
    private func settle(notifyingOthers: Bool) async -> [AudioSessionRemark] {
        await settleRoles() + settleOthers(notifyingOthers: notifyingOthers)
    }

    private func settleRoles() async -> [AudioSessionRemark] {
        guard hasCategory else { return [] }
        let (role, remarks) = isActive && purpose.ducksOthers ? await duckingRole() : (nil, [])
        // Nothing is waited for from here on, so that other wishes stay.
        var wishes = server.streams.wishes
        wishes.outputRole = role ?? AudioSessionRoles.output(of: purpose)
        wishes.inputRole = AudioSessionRoles.input(of: purpose)
        wishes.eventRole = role
        server.streams.wishes = wishes
        return remarks
    }

    private func duckingRole() async -> (role: String?, remarks: [AudioSessionRemark]) {
        let modules: [ServerState.Module]
        do { modules = try await state().modules } catch {
            return (nil, [AudioSessionRemark(.serverUnavailable, "", "\(error)", cause: error)])
        }
        guard let role = AudioSessionRoles.ducking(by: modules) else {
            let remark =
                "the sound server does not lower other sound; load its module-role-ducking with trigger_roles=a11y"
            return (nil, [AudioSessionRemark(.noDucking, "", remark)])
        }
        return (role, [])
    }

    private func settleOthers(notifyingOthers: Bool) async -> [AudioSessionRemark] {
        guard isActive else {
            if notifyingOthers { await players?.resume() }
            players?.close()
            players = nil
            return []
        }
        if players == nil { players = await openPlayers() }
        defer { othersPlay = players?.isAnyPlaying ?? false }
        guard purpose.others != .leave else {
            if notifyingOthers { await players?.resume() }
            return []
        }
        guard let players else {
            let remark = AudioSessionRemark(
                .noSessionBus, "", "there is no session bus: other players play on")
            return bus == .none ? [] : [remark]
        }
        return await players.pause(onlySpeech: purpose.others == .pauseSpeech)
    }

    private func openPlayers() async -> PlayersOnBus? {
        let address: String?
        switch bus {
        case .none: return nil
        case .session: address = nil
        case .at(let known): address = known
        }
        let (ownProcess, signals) = (ownProcess, signals)
        // A task that was cancelled meanwhile opens none.
        let players = try? await threads.perform {
            PlayersOnBus(on: address, ownProcess: ownProcess) { signals.yield(.players) }
        }
        await players?.start()
        return players
    }

    // MARK: - Other sound

    /// Whether streams of other programs are heard.
    ///
    /// - Throws: ``AudioSessionError``.
    public var isOtherAudioPlaying: Bool {
        get async throws {
            try await state().streams.contains { $0.process != ownProcess && !$0.isSilent }
        }
    }

    /// Whether another player plays, so that a game's own music had better be silent.
    ///
    /// Every player on the bus counts: none shows whether it mixes with others.
    public var secondaryAudioShouldBeSilencedHint: Bool {
        get async {
            if let players { return players.isAnyPlaying }
            let players = await openPlayers()
            defer { players?.close() }
            return players?.isAnyPlaying ?? false
        }
    }
}

extension ServerState {
    /// Whether another program plays the sound of a call.
    fileprivate func hasCall(besides process: Int) -> Bool {
        streams.contains { $0.role == "phone" && $0.process != process && !$0.isSilent }
    }
}
