internal import CPhonolithFFmpeg
internal import Glibc
internal import Synchronization

/// FFmpeg's log, which belongs to the whole process.
package enum FFmpegLog {
    /// Has FFmpeg write nothing to the standard error, and takes from its log why a server or a device cannot be used;
    /// without that such an error has no cause. For a program, not for a library.
    package static func takeOver() {
        av_log_set_level(AV_LOG_QUIET)
        av_log_set_callback { _, level, format, arguments in
            guard let arguments else { return }
            ThreadLog.note(level: level, format, arguments)
        }
    }
}

/// FFmpeg's error messages of one thread while it opens something: often the only statement of the cause.
enum ThreadLog {
    /// The lines of the threads that listen.
    private static let lines = Mutex<[pthread_t: [String]]>([:])

    /// Runs something whose error gets its cause from the log.
    ///
    /// - Parameter cause: Of the error and the lines of the log, which are none unless ``FFmpegLog/takeOver()`` was called.
    static func explained<Value: ~Copyable>(
        by cause: (AVError, [String]) -> String?, _ body: () throws(AVError) -> Value
    ) throws(AVError) -> Value {
        let thread = pthread_self()
        lines.withLock { $0[thread] = [] }
        defer { _ = lines.withLock { $0.removeValue(forKey: thread) } }
        do {
            return try body()
        } catch {
            throw error.explained(by: cause(error, lines.withLock { $0[thread] ?? [] }))
        }
    }

    /// Takes a line of FFmpeg's log, on the thread that it is about.
    static func note(
        level: CInt, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer
    ) {
        guard level <= AV_LOG_WARNING, level >= 0, let format else { return }
        let thread = pthread_self()
        guard lines.withLock({ $0[thread].map { $0.count < 20 } ?? false }) else { return }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.baseAddress.map {
                vsnprintf($0, buffer.count, format, arguments)
                return String(cString: $0)
            } ?? ""
        }
        lines.withLock { $0[thread]?.append(line) }
    }
}
