import PhonolithFiles
internal import PhonolithMediaModel
internal import PhonolithSound
internal import Synchronization

/// The thread of a capture session, its commands, and what its devices give.
final class CaptureEngine: @unchecked Sendable {
    // Sendable by proof: `inbox` is only touched while `condition` is locked; the work is made and used by the engine's
    // thread alone.

    private let condition = ThreadCondition()
    private var inbox = CaptureInbox()
    private let shared = Mutex(Snapshot())
    let listeners = EventListeners<MediaCapture.Event>()
    let previews = PreviewListeners()

    /// A command to a session.
    enum Command: Sendable {
        case start(CheckedContinuation<[MediaCaptureRemark], any Error>)
        case exchange(String?, CheckedContinuation<Void, any Error>)
        case photo(MediaPath, CheckedContinuation<Void, any Error>)
        case record(MediaPath, CheckedContinuation<Void, any Error>)
        case pause
        case resume
        case stopRecording(CheckedContinuation<Void, Never>)
        case stop(CheckedContinuation<Void, Never>)
        /// Ends the thread, and the session.
        case end
    }

    /// The state of a session, readable from any thread.
    struct Snapshot: Sendable {
        var state = MediaCapture.State.idle
        var duration = 0.0
        var byteCount = 0
        var size: PixelSize?
        var rate: Double?
        var audioDevice: AudioDevice?
    }

    init(_ settings: MediaCaptureSettings, _ server: SoundServer) {
        BlockingThread.start(named: "capture") { [self] in
            run(CaptureWork(engine: self, settings: settings, server: server))
        }
    }

    /// Asks for something; done soon.
    func send(_ command: Command) {
        condition.withLock {
            inbox.commands.append(command)
            condition.broadcast()
        }
    }

    var snapshot: Snapshot { shared.withLock { $0 } }

    // MARK: - For the devices' threads

    /// Takes what a device gives. While too much waits, live pictures are left out, and other devices wait.
    ///
    /// - Parameter session: The number of the session that the device is of; for pictures also that of their source.
    /// - Returns: Whether the session goes on with this device.
    func deliver(
        _ delivery: CaptureDelivery, isLive: Bool, session: Int, source: Int? = nil
    ) -> Bool {
        condition.withLock {
            while inbox.isFull(for: delivery), !isLive, inbox.isOpen(session, source) {
                condition.wait()
            }
            guard inbox.isOpen(session, source) else { return false }
            if inbox.isFull(for: delivery) {
                inbox.droppedCount += 1
            } else {
                inbox.take(delivery)
            }
            condition.broadcast()
            return true
        }
    }

    // MARK: - For the work

    func publish(_ change: (inout Snapshot) -> Void) { shared.withLock { change(&$0) } }

    func emit(_ event: MediaCapture.Event) { listeners.send(event) }

    /// How many pictures were left out.
    var droppedCount: Int { condition.withLock { inbox.droppedCount } }

    /// Begins to take from devices.
    ///
    /// - Returns: The session's number.
    func beginSession() -> Int {
        condition.withLock {
            inbox.end()
            return inbox.session
        }
    }

    /// Has what comes ordered by its times, where the devices run as fast as they are read.
    func orderDeliveries(hasSound: Bool) {
        condition.withLock { inbox.order(hasSound: hasSound) }
    }

    /// Takes pictures from another source from now on.
    ///
    /// - Returns: The source's number.
    func exchangePictures() -> Int {
        condition.withLock {
            inbox.exchangePictures()
            condition.broadcast()
            return inbox.source
        }
    }

    /// Ends what the devices' threads wait for.
    func endSession() {
        condition.withLock {
            inbox.end()
            condition.broadcast()
        }
    }

    /// Looks again at a time whether the film is complete, also if nothing comes until then.
    func wake(at time: Double) { condition.withLock { inbox.wakeTime = time } }

    /// Whether devices that wait for the session wait now.
    func hold(_ isHolding: Bool) { condition.withLock { inbox.isHolding = isHolding } }

    // MARK: - The thread

    private func run(_ work: CaptureWork) {
        while true {
            let (commands, deliveries) = wait()
            for command in commands {
                if case .end = command {
                    work.stop()
                    previews.finish()
                    return listeners.finish()
                }
                work.perform(command)
            }
            for delivery in deliveries { work.take(delivery) }
            work.finishIfComplete()
        }
    }

    /// Waits until a time of the devices' clock, or the end of the session.
    func wait(until time: Double, session: Int) {
        condition.withLock {
            while inbox.session == session {
                let delay = time - AudioClock.now
                guard delay > 0 else { return }
                // Why it ended is asked above.
                _ = condition.wait(until: .now + .seconds(delay))
            }
        }
    }

    /// The number of the source of pictures.
    var source: Int { condition.withLock { inbox.source } }

    private func wait() -> ([Command], [CaptureDelivery]) {
        condition.withLock {
            while true {
                let deliveries = inbox.ready()
                if !inbox.commands.isEmpty || !deliveries.isEmpty {
                    defer { inbox.commands = [] }
                    condition.broadcast()
                    return (inbox.commands, deliveries)
                }
                guard let wakeTime = inbox.wakeTime else {
                    condition.wait()
                    continue
                }
                let delay = wakeTime - AudioClock.now
                if delay <= 0 {
                    inbox.wakeTime = nil
                    return ([], [])
                }
                // Why it ended is asked above.
                _ = condition.wait(until: .now + .seconds(delay))
            }
        }
    }
}

/// The inbox of a session's thread.
private struct CaptureInbox {
    var commands: [CaptureEngine.Command] = []
    /// Changes with each session, so that a device of an older one is not taken for one of this.
    private(set) var session = 0
    /// Changes with each source of pictures.
    private(set) var source = 0
    /// Whether nothing is taken that can wait.
    var isHolding = false
    var droppedCount = 0
    /// Until when commands and deliveries are waited for.
    var wakeTime: Double?
    private var pictures: [CaptureDelivery] = []
    private var sounds: [CaptureDelivery] = []
    private var rest: [CaptureDelivery] = []
    /// Whether the devices run as fast as they are read, so that what comes is ordered by its times.
    private var isOrdered = false
    private var hasSound = false
    private var hasPictures = false

    private static let mostPictures = 12
    private static let mostSounds = 64

    func isOpen(_ session: Int, _ source: Int?) -> Bool {
        session == self.session && (source ?? self.source) == self.source
    }

    /// Leaves out what an older source of pictures has given.
    mutating func exchangePictures() {
        source += 1
        pictures = []
        hasPictures = isOrdered
    }

    mutating func order(hasSound: Bool) {
        (isOrdered, self.hasSound, hasPictures) = (true, hasSound, true)
    }

    mutating func end() {
        session += 1
        (pictures, sounds, rest) = ([], [], [])
        (isHolding, isOrdered, hasSound, hasPictures) = (false, false, false, false)
    }

    func isFull(for delivery: CaptureDelivery) -> Bool {
        switch delivery {
        case .picture: pictures.count >= Self.mostPictures
        case .sound: sounds.count >= Self.mostSounds
        case .soundEvent, .picturesEnded, .soundEnded: false
        }
    }

    mutating func take(_ delivery: CaptureDelivery) {
        switch delivery {
        case .picture, .picturesEnded: pictures.append(delivery)
        case .sound, .soundEnded: sounds.append(delivery)
        case .soundEvent: rest.append(delivery)
        }
    }

    /// Takes the deliveries that can be worked on now, in their order.
    mutating func ready() -> [CaptureDelivery] {
        guard isOrdered else {
            defer { (pictures, sounds, rest) = ([], [], []) }
            return rest + sounds + pictures
        }
        // One at a time: the next may be held.
        return isHolding ? [] : next().map { [$0] } ?? []
    }

    private mutating func next() -> CaptureDelivery? {
        let isPictureNext: Bool
        switch (pictures.first, sounds.first) {
        case (nil, nil): return nil
        case (.some, nil) where hasSound, (nil, .some) where hasPictures: return nil
        case (.some, nil): isPictureNext = true
        case (nil, .some): isPictureNext = false
        case (.some(let picture), .some(let sound)):
            isPictureNext = (picture.time ?? -.infinity) <= (sound.time ?? -.infinity)
        }
        let delivery = isPictureNext ? pictures.removeFirst() : sounds.removeFirst()
        if case .picturesEnded = delivery { hasPictures = false }
        if case .soundEnded = delivery { hasSound = false }
        return delivery
    }
}
