import Glibc
internal import Synchronization

/// The lines that come out of a pipe, which it closes, and the bytes that lines announce.
final class LineReader: Sendable {
    let descriptor: Int32
    /// More bytes than this are not kept for one line.
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var received: [UInt8] = []
        /// Up to where no line's end was found.
        var searched = 0
        var isAtEnd = false
    }

    init(_ descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    deinit { close(descriptor) }

    /// Whether nothing more comes; received bytes may not have been taken yet.
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Waits for more. Blocks its thread.
    func receive() {
        var isInterrupted = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            let received = read(descriptor, buffer.baseAddress, buffer.count)
            // At the end `errno` is that of some call before.
            isInterrupted = received < 0 && errno == EINTR
            count = max(0, received)
        }
        if isInterrupted { return }
        state.withLock { state in
            if bytes.isEmpty { state.isAtEnd = true }
            if state.received.count < limit { state.received += bytes }
        }
    }

    /// A line that has come as a whole.
    func takeLine() -> [UInt8]? {
        state.withLock { state in
            let end = state.received[state.searched...].firstIndex(of: 0x0A)
            guard let end else {
                state.searched = state.received.count
                guard state.searched >= limit else { return nil }
                defer { state = State(isAtEnd: state.isAtEnd) }
                return state.received
            }
            let line = Array(state.received[..<end])
            state.received.removeFirst(end + 1)
            state.searched = 0
            return line
        }
    }

    /// Bytes that follow the lines taken so far; `nil` until all of them have come.
    func takeBytes(_ count: Int) -> [UInt8]? {
        state.withLock { state in
            guard state.received.count >= count else { return nil }
            let bytes = Array(state.received[..<count])
            state.received.removeFirst(count)
            state.searched = 0
            return bytes
        }
    }

    /// All that has come and was not taken.
    func takeAll() -> [UInt8] {
        state.withLock { state in
            defer { state = State(isAtEnd: state.isAtEnd) }
            return state.received
        }
    }
}
