internal import CPhonolithSupervision
import Dispatch
import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel
internal import Synchronization

/// The worker's side of ``WorkerProcess``.
package enum WorkerSide {
    /// Limits the process (``limitMemory(to:)``), gives it IEEE 754's arithmetic, has interruptions counted (``interruptions``), and ends
    /// it when the one that started it has ended.
    ///
    /// - Parameter memoryLimit: `nil` where it depends on the first line.
    package static func begin(memoryLimit: UInt64? = nil) {
        takeName()
        cs_restore_arithmetic()
        if let memoryLimit { limitMemory(to: memoryLimit) }
        cs_count_interrupts()
        BlockingThread.start(named: "read-lines") {
            // Not by `readLine`: C's stream stays locked while it waits, and from glibc 2.41 on `exit` waits for that lock.
            let input = LineReader(STDIN_FILENO, limit: .max)
            while !input.isAtEnd {
                input.receive()
                while let line = input.takeLine() { lines.add(line) }
            }
            // No supervisor is left. Files and rows are whole at every moment.
            kill(getpid(), SIGKILL)
        }
    }

    /// Limits the memory of the process.
    ///
    /// - Parameter bytes: Of addresses; more than that is refused by the system.
    package static func limitMemory(to bytes: UInt64) { cs_limit_memory(bytes) }

    /// Shows the program's name in `ps` and `top`. A worker is started from an open file, whose number would be shown.
    private static func takeName() {
        guard let program = CommandLine.arguments.first else { return }
        MediaPath(program).lastComponent.withCString { cs_take_name($0) }
    }

    /// How often the process was asked to end, before another listener.
    package static var interruptions: Int { Int(cs_interrupt_count()) }

    /// The next line of the process that watches. Blocks its thread; when that process ends, so does this.
    package static func nextLine() -> [UInt8] { lines.next() }

    /// Sends a line to the process that watches; may be called on any thread. Blocks it.
    ///
    /// - Returns: `false` where it has ended; this process ends in a moment, too.
    @discardableResult
    package static func send(_ line: [UInt8]) -> Bool { sendAll(line + [0x0A]) }

    /// Sends a line and the bytes that it announces; otherwise as ``send(_:)``.
    @discardableResult
    package static func send(_ line: [UInt8], announcing bytes: [UInt8]) -> Bool {
        sendAll(line + [0x0A] + bytes)
    }

    private static func sendAll(_ bytes: [UInt8]) -> Bool {
        // Long messages are sent in pieces, between which nothing else may come.
        sending.withLock { _ in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    cs_send(STDOUT_FILENO, $0.baseAddress, $0.count)
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private static let sending = Mutex(())

    private static let lines = Lines()

    /// Received messages that were not taken yet.
    private final class Lines: Sendable {
        private let waiting = Mutex<[[UInt8]]>([])
        private let count = DispatchSemaphore(value: 0)

        func add(_ line: [UInt8]) {
            waiting.withLock { $0.append(line) }
            count.signal()
        }

        func next() -> [UInt8] {
            while true {
                count.wait()
                let line = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let line { return line }
            }
        }
    }
}
