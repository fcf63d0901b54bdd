internal import PhonolithEffects
import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithSound

// The work of a reader's thread: decoding, going elsewhere, and calling a server again.

extension SoundReader {
    func run() {
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
            let end = SuspendingClock.now + .seconds(seconds)
            while !state.isClosed, condition.wait(until: end) {}
            return !state.isClosed
        }
    }

    // MARK: - Elsewhere

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
        return state.samples.count
            >= min(format.frames(in: capacity) * format.channelCount, mostSamples)
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
