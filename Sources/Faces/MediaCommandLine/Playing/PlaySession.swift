import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithPlayback
import Synchronization

/// One run of `play`: from the first sound to the last, or until the user ends it.
final class PlaySession: Sendable {
    private let player: QueuePlayer
    private let printsEvents: Bool
    private let lyrics: LyricsLookup?
    private let problems = Atomic<Int>(0)
    private let played = Atomic<Int>(0)
    private let wasInterrupted = Atomic<Bool>(false)
    private let wasQuit = Atomic<Bool>(false)
    /// Why events cannot be printed any more.
    private let outputFailure = Mutex<String?>(nil)
    /// Whether the user asked for a place in the first item, and it is not known yet whether it can be sought.
    private let awaitsStart: Atomic<Bool>

    /// - Parameters:
    ///   - problemCount: How many of the things that were named are not there.
    ///   - lyrics: Where lyrics are looked up, if they are to be shown on the terminal.
    ///   - hasStart: Whether the first item is to begin at a time that the user gave.
    init(
        _ player: QueuePlayer, printsEvents: Bool, problemCount: Int, lyrics: LyricsLookup?,
        hasStart: Bool
    ) {
        self.player = player
        self.lyrics = lyrics
        self.printsEvents = printsEvents
        awaitsStart = Atomic(hasStart)
        problems.store(problemCount, ordering: .relaxed)
    }

    /// Plays until the queue ends, the user quits, or nothing can be heard any more, and says how it went.
    ///
    /// Stop does not end it: play begins the item again then.
    ///
    /// - Parameter others: The treatment of other players meanwhile.
    func run(in others: CommandSession? = nil) async -> ExitCode {
        let signals = EndingSignals.handle { [self] in
            wasInterrupted.store(true, ordering: .relaxed)
            await player.close()
        }
        defer { signals.restore() }
        do {
            try await others?.begin()
        } catch {
            Terminal.tell("phonolith: \("\(error)".oneLine)")
            return .cannot
        }
        let code = await play()
        await others?.end()
        return code
    }

    private func play() async -> ExitCode {
        let terminal =
            isatty(STDIN_FILENO) == 1 && Terminal.errorIsTerminal
            ? PlayTerminal(player, lyrics: lyrics) : nil
        let events = await player.eventMoments()
        // It became current before events were observed.
        if printsEvents, let entry = await player.queue.current {
            await printLine(
                of: PlayerEventMoment(
                    .nowPlayingItemDidChange(entry), time: await player.currentPlaybackTime,
                    index: await player.indexOfNowPlayingItem))
        }
        await player.play()
        let keys = terminal.map { terminal in
            Task { if await terminal.control() { await self.quit() } }
        }
        var failure: String?
        for await moment in events {
            if printsEvents { await printLine(of: moment) }
            failure = handle(moment.event)
            if failure != nil || moment.event == .queueDidEnd { break }
        }
        keys?.cancel()
        terminal?.restore()
        if let failure = failure ?? outputFailure.withLock(\.self) {
            Terminal.tell("phonolith: \(failure.oneLine)")
            return .cannot
        }
        if wasInterrupted.load(ordering: .relaxed) { return .interrupted }
        guard problems.load(ordering: .relaxed) > 0 else { return .success }
        return played.load(ordering: .relaxed) > 0 ? .problems : .cannot
    }

    /// - Returns: Why nothing can be played any more.
    private func handle(_ event: PlayerEvent) -> String? {
        switch event {
        case .itemStatusDidChange(_, .failed(let error)):
            problems.add(1, ordering: .relaxed)
            Terminal.tell("phonolith: \(error.description.oneLine)")
        case .itemStatusDidChange(let entry, .readyToPlay(let information)):
            played.add(1, ordering: .relaxed)
            reportLostStart(of: entry, information)
        case .itemDidPlayToEnd: awaitsStart.store(false, ordering: .relaxed)
        case .connectionLost(let entry, let reason):
            Terminal.tell(
                "phonolith: \(entry.item.name): \(reason); trying again for two minutes".oneLine)
        case .connectionRestored(let entry):
            Terminal.tell("phonolith: \(entry.item.name): the connection is back".oneLine)
        case .libraryFailed(let reason):
            problems.add(1, ordering: .relaxed)
            Terminal.tell("phonolith: \(reason.oneLine)")
        case .outputFailed(let error): return error.description
        case .outputDeviceLost(let name):
            Terminal.tell("phonolith: the output \(name) is gone; the others play on".oneLine)
        case .outputDeviceFound(let name):
            Terminal.tell("phonolith: the output \(name) is back".oneLine)
        case .outputLost(.device):
            Terminal.tell(
                "phonolith: the output device is gone; playback is paused until play is pressed")
        case .outputLost(.server):
            Terminal.tell("phonolith: the sound server stopped; waiting for it to come back")
        default: break
        }
        return nil
    }

    /// A server may find out only when it is asked that it cannot send from a place: then the item is ready twice.
    private func reportLostStart(
        of entry: PlayQueue.Entry, _ information: PlayerItemInformation
    ) {
        guard !information.isSeekable, awaitsStart.exchange(false, ordering: .relaxed) else {
            return
        }
        let place = information.duration == nil ? "at the live position" : "at its beginning"
        Terminal.tell(
            "phonolith: \(entry.item.name): cannot start at that time, because the stream does not support seeking;"
                .oneLine + " it starts \(place)")
    }

    private func printLine(of moment: PlayerEventMoment) async {
        let line = Record(moment).json
        do {
            // A slow reader of a pipe does not keep the status line from being drawn.
            if Terminal.outputIsTerminal {
                try Terminal.withoutStatusLine { try StandardOutput.writeLine(line) }
            } else {
                try StandardOutput.writeLine(line)
            }
        } catch {
            // A reader that has closed the pipe only ends playback; any other error is reported.
            let reason = "\(error)"
            if !reason.hasSuffix(String(cString: strerror(EPIPE))) {
                outputFailure.withLock { $0 = $0 ?? reason }
            }
            await quit()
        }
    }

    /// Ends playing, as the user wishes.
    func quit() async {
        wasQuit.store(true, ordering: .relaxed)
        await player.close()
    }
}

/// The signals that end what a command plays or records, as long as it handles them.
package struct EndingSignals {
    private let signals: HandledSignals

    /// Has the first signal end what goes on, and a second one the process at once.
    package static func handle(_ end: @escaping @Sendable () async -> Void) -> EndingSignals {
        let count = SignalCount()
        return EndingSignals(
            signals: HandledSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { _ in
                guard count.add() == 1 else {
                    PlayTerminal.restoreAtOnce()
                    exit(130)
                }
                Task { await end() }
            })
    }

    /// Has the signals do what they did before.
    package func restore() { signals.release() }

    private final class SignalCount: Sendable {
        private let count = Atomic<Int>(0)

        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
