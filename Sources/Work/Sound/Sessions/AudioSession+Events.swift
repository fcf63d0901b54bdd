internal import PhonolithFiles

/// A report of a session's watchers.
enum SessionSignal: Sendable {
    case server(ServerWatch.Change, watch: Int)
    case streams(ProgramStreams.Event)
    /// Another player began or ceased to play.
    case players
}

extension AudioSession {
    /// The events from now on, in their order; any number may listen.
    public func events() async -> AsyncStream<Event> {
        await startWatching()
        return listeners.stream()
    }

    private func tell(_ event: Event) { listeners.send(event) }

    // MARK: - Watching

    private func startWatching() async {
        guard watching == nil else { return }
        let (stream, signals) = (signalStream, signals)
        streamListener = server.streams.addListener { signals.yield(.streams($0)) }
        watching = Task { [weak self] in
            for await signal in stream { await self?.take(signal) }
        }
        if await !connect() { reconnect() }
    }

    /// - Returns: Whether the server is there.
    private func connect() async -> Bool {
        watchNumber += 1
        let (server, signals, number) = (server, signals, watchNumber)
        do {
            let opened = try await threads.perform {
                try ServerWatch.open(server) { signals.yield(.server($0, watch: number)) }
            }
            // The server may have gone again before its watch was known here.
            guard lostWatchNumber != number else { return false }
            watch = opened
        } catch {
            return false
        }
        await look()
        return true
    }

    private func reconnect() {
        reconnecting = Task { [weak self] in
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
                guard let self else { return }
                if await self.isBack() { return }
            }
        }
    }

    private func isBack() async -> Bool {
        guard await connect() else { return false }
        tell(.mediaServicesWereReset)
        return true
    }

    private func take(_ signal: SessionSignal) async {
        switch signal {
        case .server(.changed, let number) where number == watchNumber: await look()
        case .server(.lost, let number) where number == watchNumber:
            lostWatchNumber = number
            guard watch != nil else { return }
            watch = nil
            tell(.mediaServicesWereLost)
            endInterruption(shouldResume: false)
            reconnect()
        case .server: break
        case .streams(.interruptionBegan):
            guard !isInterrupted else { return }
            isInterrupted = true
            tell(.interruptionBegan)
        case .streams(.interruptionEnded): endInterruption(shouldResume: true)
        case .streams(.streamsDidChange):
            // A stream that was interrupted and is closed does not go on.
            if server.streams.open.allSatisfy({ $0.direction == .input }) {
                endInterruption(shouldResume: false)
            }
            await look()
        case .players: notePlayers()
        }
    }

    private func notePlayers() {
        guard isActive, let isPlaying = players?.isAnyPlaying, isPlaying != othersPlay else {
            return
        }
        othersPlay = isPlaying
        tell(isPlaying ? .silenceSecondaryAudioBegan : .silenceSecondaryAudioEnded)
    }

    private func endInterruption(shouldResume: Bool) {
        guard isInterrupted else { return }
        isInterrupted = false
        tell(.interruptionEnded(shouldResume: shouldResume))
    }

    // MARK: - The route

    /// Reports how the route has changed since the last look; only while there are listeners.
    func look() async {
        // A server that has just gone is reported as lost.
        guard watch != nil, let state = try? await state() else { return }
        let new = RouteLook(route: route(on: state), server: state, purpose: purpose)
        defer { lastLook = new }
        guard let old = lastLook else { return }
        for reason in AudioRoute.changes(from: old, to: new, overrides: isOverriding) {
            tell(.routeDidChange(reason, previous: old.route))
        }
        if let volume = new.route.changedVolume(since: old.route) {
            tell(.outputVolumeDidChange(volume))
        }
    }
}

extension AudioSession {
    /// An event of an audio session; the counterpart of the notifications of AVAudioSession.
    public enum Event: Hashable, Sendable {
        /// The server asked for silence, for a call. Players of this program have paused by themselves.
        case interruptionBegan
        /// The interruption has ended; players that played before go on by themselves if `shouldResume`.
        case interruptionEnded(shouldResume: Bool)
        /// A device came, went or was chosen.
        case routeDidChange(AudioRoute.ChangeReason, previous: AudioRoute)
        /// The sound server is gone. Players and recorders report it, too.
        case mediaServicesWereLost
        /// The sound server is back; its streams have to be opened again, which players do when they play.
        case mediaServicesWereReset
        /// Another player began to play, so that a game's music had better be silent; while the session is active.
        case silenceSecondaryAudioBegan
        /// No other player plays any more.
        case silenceSecondaryAudioEnded
        /// The volume of the output changed, 0...1, as ``AudioSession/outputVolume`` is.
        case outputVolumeDidChange(Double)
    }
}
