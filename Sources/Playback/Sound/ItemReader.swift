import Foundation
internal import Libav

/// Decodes one item ahead of time, on a thread of its own.
///
/// What it decodes waits here until it is taken: a few seconds of a file, more of what a server sends. A
/// slow server holds up nobody but this thread.
final class ItemReader: @unchecked Sendable {
    // Sendable by proof: `state` and `sound`'s queue are only touched while `condition` is locked; the
    // sound itself lives on the reader's thread.

    /// What is decoded.
    let item: PlayerItem
    private let wanted: AudioFormat?
    private let interruption = ReadInterruption()
    private let condition = NSCondition()
    private var state = State()
    private let onChange: @Sendable () -> Void

    /// What is known of an item once it is open.
    struct Information: Hashable, Sendable {
        var source: ItemSound.SourceForm
        var format: AudioFormat
        var duration: Double?
        var isSeekable: Bool
    }

    /// How far a reader is.
    enum Status: Sendable {
        /// The first samples are not there yet.
        case opening
        /// Samples come.
        case reading
        /// All samples are decoded.
        case ended
        /// No more samples come, for this reason.
        case failed(PlayerItemError)
    }

    private struct State {
        var status = Status.opening
        var information: Information?
        var samples = SampleQueue()
        var seek: (time: Double, isExact: Bool)?
        var isClosed = false
        var streamTitle: String?
        /// Where the next sample that is taken lies in the item, in seconds.
        var position = 0.0
        /// Counts seeks, so that what was decoded before one is thrown away.
        var epoch = 0
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - format: The form of the samples; `nil` for the item's own.
    ///   - time: Where to begin, in seconds from the item's beginning.
    ///   - onChange: Called on the reader's thread when there is something new.
    init(
        _ item: PlayerItem, as format: AudioFormat?, from time: Double,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.item = item
        self.onChange = onChange
        wanted = format
        if time > 0 {
            state.seek = (time, true)
            state.position = time
        }
        let thread = Thread { [self] in
            Thread.current.name = "play-decode"
            run()
        }
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Ends the thread soon, also where it waits for a server.
    func close() {
        interruption.cancel()
        condition.withLock {
            state.isClosed = true
            condition.broadcast()
        }
    }

    // MARK: - Asked by the player

    var status: Status { condition.withLock { state.status } }
    var information: Information? { condition.withLock { state.information } }
    var streamTitle: String? { condition.withLock { state.streamTitle } }

    /// How much is decoded and not taken yet, in seconds.
    var bufferedDuration: Double {
        condition.withLock {
            guard let format = state.information?.format else { return 0 }
            return format.seconds(of: state.samples.count / format.channelCount)
        }
    }

    /// Where the next sample that is taken lies in the item, in seconds.
    var position: Double { condition.withLock { state.position } }

    /// Whether enough is decoded to play on without a pause, as far as one can tell.
    var isLikelyToKeepUp: Bool {
        switch status {
        case .opening: false
        case .reading: bufferedDuration >= comfort
        case .ended, .failed: true
        }
    }

    /// Goes elsewhere; what was decoded is forgotten.
    func seek(to time: Double, isExact: Bool) {
        condition.withLock {
            state.samples.removeAll()
            state.seek = (time, isExact)
            state.position = time
            state.epoch += 1
            if case .ended = state.status { state.status = .reading }
            condition.broadcast()
        }
    }

    /// Takes samples that are there.
    ///
    /// - Parameter count: At most so many, of all channels together.
    /// - Returns: How many were appended; 0 where none are there yet, and at the end.
    func take(_ count: Int, appendingTo samples: inout [Float]) -> Int {
        condition.withLock {
            guard let format = state.information?.format else { return 0 }
            let taken = state.samples.take(count, appendingTo: &samples)
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
            var sound = try ItemSound.open(item, as: wanted, interruption: interruption)
            opened(
                Information(
                    source: sound.source, format: sound.format, duration: sound.duration,
                    isSeekable: sound.isSeekable))
            try decode(&sound)
        } catch {
            let reason = PlayerItemError(error, item: item)
            condition.withLock { state.status = .failed(reason) }
            onChange()
        }
    }

    private func opened(_ information: Information) {
        condition.withLock {
            state.information = information
            state.status = .reading
        }
        onChange()
    }

    private func decode(_ sound: inout ItemSound) throws(AVError) {
        var samples: [Float] = []
        while let task = nextTask() {
            if let seek = task.seek {
                try sound.seek(to: seek.time, isExact: seek.isExact)
                if !seek.isExact { correct(position: sound.time, epoch: task.epoch) }
            }
            samples.removeAll(keepingCapacity: true)
            let more = try sound.read(appendingTo: &samples)
            add(samples, isLast: !more, title: sound.streamTitle, epoch: task.epoch)
        }
    }

    /// Waits until there is something to do; `nil` when the reader is closed.
    private func nextTask() -> (seek: (time: Double, isExact: Bool)?, epoch: Int)? {
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
        guard let format = state.information?.format else { return false }
        return state.samples.count >= format.frames(in: capacity) * format.channelCount
    }

    private func add(_ samples: [Float], isLast: Bool, title: String?, epoch: Int) {
        let isNew = condition.withLock {
            guard state.epoch == epoch else { return false }
            let isFirst = state.samples.count == 0
            state.samples.append(samples)
            if isLast { state.status = .ended }
            defer { state.streamTitle = title }
            return isFirst || isLast || state.streamTitle != title
        }
        if isNew { onChange() }
    }

    private func correct(position: Double, epoch: Int) {
        condition.withLock { if state.epoch == epoch { state.position = position } }
    }
}

/// Samples in the order in which they came.
struct SampleQueue {
    private var samples: [Float] = []
    private var start = 0

    var count: Int { samples.count - start }

    mutating func append(_ new: [Float]) {
        // Moved to the front now and then, so that no sample is moved often.
        if start > 65_536, start > samples.count / 2 {
            samples.removeFirst(start)
            start = 0
        }
        samples.append(contentsOf: new)
    }

    mutating func take(_ count: Int, appendingTo target: inout [Float]) -> Int {
        let taken = min(count, self.count)
        target.append(contentsOf: samples[start..<start + taken])
        start += taken
        return taken
    }

    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        start = 0
    }
}
