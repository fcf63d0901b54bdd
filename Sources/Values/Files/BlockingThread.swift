internal import Glibc

/// A thread of the system's, for work that blocks as long as the program runs: a decoder, a bus, a reader of lines.
///
/// Of POSIX and not Foundation's, whose classes bring the data of all languages into each program that links them.
package enum BlockingThread {
    /// Starts a thread, which ends when `body` returns.
    ///
    /// Where the system has no thread left, it asks for a second, and then ends the program with a line that says so.
    ///
    /// - Parameters:
    ///   - name: Shown by debuggers and `top -H`; of its bytes the first 15 count on Linux.
    ///   - stackSize: In bytes. As the main thread has it, unless it is given: parsers recurse into hostile files.
    package static func start(
        named name: String, stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void
    ) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        for attempt in 0... {
            let code = pthread_create(&thread, &attributes, run, work.toOpaque())
            if code == 0 { return }
            if attempt == 10 { end(because: code) }
            pause(0.1)
        }
    }

    /// Lets the calling thread sleep; less where a signal comes.
    ///
    /// - Parameter seconds: From 0.
    package static func pause(_ seconds: Double) {
        var rest = timespec(seconds: seconds)
        nanosleep(&rest, nil)
    }

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            (self.name, self.body) = (name, body)
        }
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { argument in
            guard let argument else { return nil }
            let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
            takeName(work.name)
            work.body()
            return nil
        }

    /// Gives the calling thread a name, where the system shows threads as files.
    private static func takeName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let bytes = Array(name.utf8.prefix(15))
        _ = write(file, bytes, bytes.count)
    }

    private static func end(because code: Int32) -> Never {
        StandardStream.error.write(
            "no thread can be started: \(String(cString: strerror(code)));"
                + " raise the limit of processes, ulimit -u or TasksMax= of the unit\n")
        exit(1)
    }
}

extension timespec {
    init(seconds: Double) {
        let whole = max(0, seconds).rounded(.down)
        self.init(tv_sec: Int(whole), tv_nsec: Int((max(0, seconds) - whole) * 1e9))
    }
}
