internal import PhonolithEffects
import PhonolithFiles
internal import PhonolithLibav
package import PhonolithPlayQueues
package import PhonolithSound

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
    let keeper: (any StreamKeeper)?
    let interruption: ReadInterruption
    let condition = ThreadCondition()
    var state = State()
    let onChange: @Sendable () -> Void
    let patience: OutagePatience

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
        BlockingThread.start(named: "play-decode", stackSize: 2 << 20) { [self] in run() }
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

    /// How many seconds are decoded ahead, and how many must be there after a stall.
    var capacity: Double {
        let wanted = item.preferredForwardBufferDuration
        return wanted > 0 ? max(0.2, min(120, wanted)) : isRemote ? 20 : 2
    }
    var comfort: Double { min(isRemote ? 2 : 0.1, capacity / 2) }
    /// The most samples decoded ahead, of all channels, where an item wishes for many.
    var mostSamples: Int { item.preferredForwardBufferDuration > 0 ? 16 << 20 : .max }
    var isRemote: Bool {
        if case .url = item.source { true } else { false }
    }
}

extension SoundReader {
    /// How far a reader is.
    package enum Status: Sendable {
        /// The first samples are not there yet.
        case opening
        case reading
        // All samples are decoded.
        case ended
        /// No more samples come, for this reason.
        case failed(PlayerItemError)
    }

    /// The properties of an item once it is open.
    package struct Information: Hashable, Sendable {
        package var source: SourceForm
        package var duration: Double?
        package var isSeekable: Bool
        /// When the sound begins on the file's own clock, in seconds.
        package var origin: Double?
        package var isStation = false
        /// Whether the stream is live.
        package var isLive = false
        /// The texts of a server's stream; of files they are known before.
        package var texts = Texts()
    }

    /// The names of a stream.
    package struct Texts: Hashable, Sendable {
        package var title: String?
        package var artist: String?
        package var albumTitle: String?

        package init(
            title: String? = nil, artist: String? = nil, albumTitle: String? = nil
        ) {
            (self.title, self.artist, self.albumTitle) = (title, artist, albumTitle)
        }
    }
}

extension SoundReader {
    /// The state shared by the thread of a reader and its player.
    struct State {
        var status = Status.opening
        var information: Information?
        /// The form of the samples; nothing is decoded before it is known.
        var format: AudioFormat?
        var samples = SampleQueue()
        var seek: Seek?
        var isClosed = false
        var titles = TitleQueue()
        /// Where the next sample that is taken is in the item, in seconds.
        var position = 0.0
        /// Counts seeks, so that what was decoded before one is thrown away.
        var epoch = 0
        // See ``SoundReader/liveOffset``.
        var liveOffset: Double?
        // See ``SoundReader/outage``.
        var outage: String?
        /// How often the server was called again since something was decoded last.
        var vainCalls = 0
        /// When something was decoded last, or asked for.
        var lastProgress = AudioClock.now

        /// The newest sound is live when it comes.
        mutating func noteLiveEdge() {
            guard information?.isLive == true, let format else { return }
            let newest = position + format.seconds(of: samples.count / format.channelCount)
            liveOffset = max(liveOffset ?? -.infinity, newest - lastProgress)
        }
    }

    /// Where a reader is to go.
    struct Seek {
        var time: Double
        var isExact: Bool
        /// Where playing was before, and stays where the seek cannot be done.
        var origin: Double
    }
}
