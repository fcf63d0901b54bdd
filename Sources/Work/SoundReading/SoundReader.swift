package import AudioDevices
internal import AudioEffects
import Foundation
internal import Libav
package import PlayQueues

/// Decodes one item ahead of time, on a thread of its own.
///
/// Decoded samples wait here until they are taken: a few seconds of a file, more of a server's stream. A slow
/// server holds up nothing but this thread.
package final class SoundReader: @unchecked Sendable {
    // Sendable by proof: `state` and `sound`'s queue are only touched while `condition` is locked; the
    // sound itself lives on the reader's thread.

    /// The item that is decoded.
    package let item: PlayerItem
    /// The transfer from a server; `nil` for a file.
    package let transfer: NetworkTransfer?
    private let keeper: (any StreamKeeper)?
    private let interruption: ReadInterruption
    private let condition = NSCondition()
    private var state = State()
    private let onChange: @Sendable () -> Void
    private let patience: OutagePatience

    /// Starts the thread, which opens the item, and decodes it when ``begin(as:)`` was called.
    ///
    /// - Parameters:
    ///   - time: Where to begin, in seconds from the item's beginning; an item that cannot be sought begins where it
    ///     does.
    ///   - keeper: Keeps what a server sends.
    ///   - patience: How an outage of a server is waited out.
    ///   - onChange: Called on the reader's thread when there is something new.
    package init(
        _ item: PlayerItem, from time: Double, keeper: (any StreamKeeper)? = nil,
        patience: OutagePatience = OutagePatience(), onChange: @escaping @Sendable () -> Void
    ) {
        self.item = item
        transfer = if case .url(let address) = item.source { NetworkTransfer(address) } else { nil }
        self.keeper = keeper
        interruption = keeper?.interruption ?? ReadInterruption()
        self.onChange = onChange
        self.patience = patience
        if time > 0 {
            state.seek = Seek(time: time, isExact: true, origin: 0)
            state.position = time
        }
        let thread = Thread { [self] in
            Thread.current.name = "play-decode"
            run()
        }
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Ends the thread soon, also where it waits for a server; when what is kept of an item that was heard is whole.
    package func close() {
        let wasBegun = condition.withLock {
            state.isClosed = true
            condition.broadcast()
            return state.format != nil
        }
        if !wasBegun { keeper?.abandoned() }
        if !wasBegun || keeper?.keepsReading != true { interruption.cancel() }
    }

    // MARK: - Asked by the player

    package var status: Status { condition.withLock { state.status } }
    package var information: Information? { condition.withLock { state.information } }

    /// Why the connection to the server was lost, while it is called again; `nil` while it answers.
    package var outage: String? { condition.withLock { state.outage } }

    /// The title of the sample that was taken last.
    package var streamTitle: String? { condition.withLock { state.titles.current } }

    /// How much is decoded and not taken yet, in seconds.
    package var bufferedDuration: Double {
        condition.withLock {
            guard let format = state.format else { return 0 }
            return format.seconds(of: state.samples.count / format.channelCount)
        }
    }

    /// Where the next sample that is taken is in the item, in seconds.
    package var position: Double { condition.withLock { state.position } }

    /// The time of a live item less that of the monotonic clock, in seconds; `nil` for others.
    package var liveOffset: Double? { condition.withLock { state.liveOffset } }

    /// Whether enough is decoded to play on without a pause, as far as one can tell.
    ///
    /// - Parameter held: How much was taken from here and is not heard yet, in seconds.
    package func isLikelyToKeepUp(besides held: Double = 0) -> Bool {
        switch status {
        case .opening: false
        case .reading: bufferedDuration + held >= comfort
        case .ended, .failed: true
        }
    }

    /// Whether it still reads, and is not waiting in vain for a server, so that it can go elsewhere.
    package var canSeek: Bool {
        condition.withLock {
            switch state.status {
            case .failed: false
            case .opening, .ended: true
            case .reading:
                !isRemote || state.samples.count > 0 || AudioClock.now - state.lastProgress < 2
            }
        }
    }

    /// Decodes samples of this form from now on; only the first call counts.
    package func begin(as format: AudioFormat) {
        condition.withLock {
            state.format = state.format ?? format
            condition.broadcast()
        }
    }

    /// Goes elsewhere; decoded samples are dropped. A later call replaces an earlier one.
    package func seek(to time: Double, isExact: Bool) {
        condition.withLock {
            let origin = state.seek?.origin ?? state.position
            state.samples.removeAll()
            state.titles.removeAll()
            state.seek = Seek(time: time, isExact: isExact, origin: origin)
            state.position = time
            state.epoch += 1
            state.lastProgress = AudioClock.now
            if case .ended = state.status { state.status = .reading }
            condition.broadcast()
        }
    }

    /// Takes samples that are there.
    ///
    /// - Parameter count: The most samples, of all channels together.
    /// - Returns: How many were appended; 0 where none are there yet, and at the end.
    package func take(_ count: Int, appendingTo samples: inout [Float]) -> Int {
        condition.withLock {
            guard let format = state.format else { return 0 }
            let taken = state.samples.take(count, appendingTo: &samples)
            state.titles.take(taken)
            state.position += format.seconds(of: taken / format.channelCount)
            if taken > 0 { condition.broadcast() }
            return taken
        }
    }

    // MARK: - The thread

    /// How many seconds are decoded ahead, and how many must be there after a stall.
    private var capacity: Double { isRemote ? 20 : 2 }
    private var comfort: Double { isRemote ? 2 : 0.1 }
    private var isRemote: Bool {
        if case .url = item.source { true } else { false }
    }

    private func run() {
        do throws(AVError) {
            var sound = try ItemSamples.open(
                item, as: nil, interruption: interruption, keeper: keeper)
            opened(sound)
            guard let format = waitForFormat() else { return }
            sound.setFormat(format)
            try decode(&sound)
            if let keeper { try sound.readRest(for: keeper) }
        } catch {
            keeper?.ended(
                isAtEnd: false, reason: interruption.wasCancelled ? nil : error.description)
            let reason = PlayerItemError(error, item: item)
            condition.withLock { state.status = .failed(reason) }
            onChange()
        }
    }

    /// - Parameter isSeekable: Whether seeking was not found to be impossible.
    private func opened(_ sound: borrowing ItemSamples, isSeekable: Bool = true) {
        let information = Information(
            source: sound.source, duration: sound.duration,
            isSeekable: sound.isSeekable && isSeekable, origin: sound.origin,
            isStation: sound.isStation, isLive: sound.isLive,
            texts: isRemote ? sound.texts : Texts())
        transfer?.opened()
        transfer?.note(sound.received)
        condition.withLock {
            state.information = information
            if !information.isSeekable, let seek = state.seek {
                state.seek = nil
                state.position = seek.origin
            }
        }
        onChange()
    }

    /// - Returns: `nil` when the reader is closed without having begun; one that has begun ends what is kept.
    private func waitForFormat() -> AudioFormat? {
        condition.withLock {
            while !state.isClosed, state.format == nil { condition.wait() }
            guard let format = state.format else { return nil }
            state.status = .reading
            state.lastProgress = AudioClock.now
            return format
        }
    }

    private func decode(_ sound: inout ItemSamples) throws(AVError) {
        var samples: [Float] = []
        while let task = nextTask() {
            samples.removeAll(keepingCapacity: true)
            do throws(AVError) {
                if let seek = task.seek { try go(to: seek, in: &sound, epoch: task.epoch) }
                let more = try sound.read(appendingTo: &samples)
                transfer?.note(sound.received)
                add(samples, isLast: !more, title: sound.streamTitle, epoch: task.epoch)
                if !samples.isEmpty { forgetVainCalls() }
            } catch {
                guard isRemote, error.mayPass, !interruption.wasCancelled else { throw error }
                add(samples, isLast: false, title: sound.streamTitle, epoch: task.epoch)
                try callAgain(
                    after: error, at: task.seek?.time ?? sound.time, in: &sound, epoch: task.epoch)
            }
        }
    }

    /// Calls the server again until it answers, and continues where the connection was lost; live where there is no such
    /// place any more. What is decoded already is played meanwhile.
    private func callAgain(
        after loss: AVError, at time: Double, in sound: inout ItemSamples, epoch: Int
    ) throws(AVError) {
        let format = sound.format
        let end = AudioClock.now + patience.limit
        var pause = patience.firstPause
        // A server that answers, but never with more, is not away.
        guard noteCall() <= OutagePatience.greatestVainCalls else { throw loss }
        note(outage: loss.description)
        while true {
            guard wait(pause) else { return }
            pause = min(pause * 2, patience.longestPause)
            interruption.startAgain()
            var hasAnswered = false
            do throws(AVError) {
                var again = try ItemSamples.open(
                    item, as: format, interruption: interruption, keeper: keeper)
                hasAnswered = true
                if again.duration != nil {
                    if again.isSeekable, time > 0 {
                        try again.seek(to: time, isExact: true)
                    } else {
                        try again.skip(to: time)
                    }
                }
                sound = again
                if sound.duration == nil { correct(position: sound.time, epoch: epoch) }
                note(outage: nil)
                let isSeekable = condition.withLock { state.information?.isSeekable ?? false }
                return opened(sound, isSeekable: isSeekable)
            } catch {
                guard error.mayPass, !interruption.wasCancelled, AudioClock.now < end,
                    !hasAnswered || noteCall() <= OutagePatience.greatestVainCalls
                else { throw error }
            }
        }
    }

    private func forgetVainCalls() { condition.withLock { state.vainCalls = 0 } }

    /// - Returns: How many calls there were since something was decoded last, with this one.
    private func noteCall() -> Int {
        condition.withLock {
            state.vainCalls += 1
            return state.vainCalls
        }
    }

    private func note(outage: String?) {
        condition.withLock { state.outage = outage }
        onChange()
    }

    /// - Returns: Whether the reader is not closed.
    private func wait(_ seconds: Double) -> Bool {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: seconds)
            while !state.isClosed, condition.wait(until: end) {}
            return !state.isClosed
        }
    }

    private func go(
        to seek: Seek, in sound: inout ItemSamples, epoch: Int
    ) throws(AVError) {
        do throws(AVError) {
            guard condition.withLock({ state.information?.isSeekable ?? false }) else {
                throw .cannotSeek
            }
            try sound.seek(to: seek.time, isExact: seek.isExact)
            if !seek.isExact { correct(position: sound.time, epoch: epoch) }
        } catch {
            guard !interruption.wasCancelled, !error.isTimeOut else { throw error }
            try stay(at: seek.origin, in: &sound, epoch: epoch)
        }
    }

    /// A source that wrongly claims to be seekable plays on where it was, from another connection; a source
    /// without end plays from now.
    private func stay(
        at time: Double, in sound: inout ItemSamples, epoch: Int
    ) throws(AVError) {
        let format = sound.format
        sound = try ItemSamples.open(
            item, as: format, interruption: interruption, keeper: keeper)
        if sound.duration != nil { try sound.skip(to: time) }
        correct(position: sound.time, epoch: epoch)
        opened(sound, isSeekable: false)
    }

    /// Waits until there is something to do; `nil` when the reader is closed.
    private func nextTask() -> (seek: Seek?, epoch: Int)? {
        condition.withLock {
            while !state.isClosed, state.seek == nil, isFull { condition.wait() }
            guard !state.isClosed else { return nil }
            defer { state.seek = nil }
            return (state.seek, state.epoch)
        }
    }

    /// Touched while `condition` is locked.
    private var isFull: Bool {
        if case .ended = state.status { return true }
        guard let format = state.format else { return false }
        return state.samples.count >= format.frames(in: capacity) * format.channelCount
    }

    private func add(_ samples: [Float], isLast: Bool, title: String?, epoch: Int) {
        let isNew = condition.withLock {
            guard state.epoch == epoch else { return false }
            let isFirst = state.samples.count == 0
            state.titles.append(title, at: state.samples.count)
            state.samples.append(samples)
            state.lastProgress = AudioClock.now
            state.noteLiveEdge()
            if isLast { state.status = .ended }
            return isFirst || isLast
        }
        if isNew { onChange() }
    }

    private func correct(position: Double, epoch: Int) {
        condition.withLock {
            guard state.epoch == epoch else { return }
            (state.position, state.liveOffset) = (position, nil)
        }
    }
}
