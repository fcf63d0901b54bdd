internal import Synchronization

/// The streams that this program has on a sound server, and what its audio session wishes for them.
package final class ProgramStreams: Sendable {
    /// The streams on the user's own server.
    package static let shared = ProgramStreams()

    /// An audio session's wishes for streams; `nil` leaves a choice to the stream, or to the server.
    package struct Wishes: Hashable, Sendable {
        // The `media.role` of players.
        package var outputRole: String?
        // The `media.role` of recorders.
        package var inputRole: String?
        /// The `media.role` of short sounds.
        package var eventRole: String?
        /// The name of the output for what chooses none itself.
        package var output: String?
        /// The name of the input for what chooses none itself.
        package var input: String?
        /// How much the server holds of a stream, in seconds; for streams that are opened from then on.
        package var bufferDuration: Double?
        /// In Hz; for streams that are opened from then on.
        package var sampleRate: Int?
        /// Of players that are opened from then on.
        package var outputChannelCount: Int?
        /// Of recorders that are opened from then on.
        package var inputChannelCount: Int?

        package init() {}
    }

    /// A stream that is open.
    package struct Stream: Hashable, Sendable {
        package var direction: AudioDevice.Direction
        /// The name of the device that it is on.
        package var device: String
        /// How much the server holds of it, in seconds.
        package var bufferDuration: Double

        package init(
            _ direction: AudioDevice.Direction, on device: String, bufferDuration: Double
        ) {
            (self.direction, self.device, self.bufferDuration) = (direction, device, bufferDuration)
        }
    }

    package enum Event: Hashable, Sendable {
        /// A stream was opened, closed, or moved to another device.
        case streamsDidChange
        /// The server asked a stream to be silent for something else, such as a call.
        case interruptionBegan
        /// The server lets it go on.
        case interruptionEnded
    }

    private struct State {
        var wishes = Wishes()
        var streams: [Int: Stream] = [:]
        /// Called when the wishes have changed.
        var adopters: [Int: @Sendable () -> Void] = [:]
        var listeners: [Int: @Sendable (Event) -> Void] = [:]
        var count = 0

        mutating func nextNumber() -> Int {
            count += 1
            return count
        }
    }

    private let state = Mutex(State())

    package init() {}

    // MARK: - For a session

    /// The session's wishes for streams; open streams adopt them soon.
    package var wishes: Wishes {
        get { state.withLock { $0.wishes } }
        set {
            let adopters = state.withLock { state -> [@Sendable () -> Void] in
                guard state.wishes != newValue else { return [] }
                state.wishes = newValue
                return Array(state.adopters.values)
            }
            for adopt in adopters { adopt() }
        }
    }

    /// The streams that are open, in the order of their opening.
    package var open: [Stream] {
        state.withLock { state in state.streams.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Calls a function for each event, on any thread; it must not wait.
    ///
    /// - Returns: The number for ``removeListener(_:)``.
    package func addListener(_ listener: @escaping @Sendable (Event) -> Void) -> Int {
        state.withLock { state in
            let number = state.nextNumber()
            state.listeners[number] = listener
            return number
        }
    }

    package func removeListener(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    // MARK: - For streams

    /// Notes a stream.
    ///
    /// - Parameter adopt: Called on any thread when the wishes have changed; must not wait.
    /// - Returns: The number for the functions below.
    func add(_ stream: Stream, adopt: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state in
            let number = state.nextNumber()
            (state.streams[number], state.adopters[number]) = (stream, adopt)
            return number
        }
        tell(.streamsDidChange)
        return number
    }

    /// A stream is on another device.
    func move(_ number: Int, to device: String) {
        state.withLock { $0.streams[number]?.device = device }
        tell(.streamsDidChange)
    }

    func remove(_ number: Int) {
        state.withLock { ($0.streams[number], $0.adopters[number]) = (nil, nil) }
        tell(.streamsDidChange)
    }

    func tell(_ event: Event) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener(event) }
    }
}
