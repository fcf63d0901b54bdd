internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Why a server could not be reached.
///
/// FFmpeg answers with the same "Input/output error" to an unknown host, a bad certificate and redirects
/// without end; only its log says which. So the log of a thread is kept while it opens something.
enum NetworkFailure {
    /// The lines that FFmpeg logged as errors on a thread; there is an entry while it listens.
    private static let lines = Mutex<[pthread_t: [String]]>([:])

    /// Runs something that opens an address, and gives its error the cause from the log.
    static func explained<Value: ~Copyable>(
        _ body: () throws(AVError) -> Value
    ) throws(AVError) -> Value {
        let thread = thread
        lines.withLock { $0[thread] = [] }
        defer { _ = lines.withLock { $0.removeValue(forKey: thread) } }
        do {
            return try body()
        } catch {
            let logged = lines.withLock { $0[thread] ?? [] }
            throw error.explained(by: logged.lazy.compactMap(cause).first ?? usualCause(of: error))
        }
    }

    /// Takes a line of FFmpeg's log, on the thread that it is about.
    static func note(
        level: CInt, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer
    ) {
        guard level <= AV_LOG_WARNING, level >= 0, let format else { return }
        let thread = thread
        guard lines.withLock({ $0[thread].map { $0.count < 20 } ?? false }) else { return }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.baseAddress.map {
                vsnprintf($0, buffer.count, format, arguments)
                return String(cString: $0)
            } ?? ""
        }
        lines.withLock { $0[thread]?.append(line) }
    }

    private static var thread: pthread_t { pthread_self() }

    private static func usualCause(of error: AVError) -> String? {
        guard error.code == phonolith_averror(EIO) else { return nil }
        return "the server cannot be reached, or redirects in a loop; check the URL"
    }

    /// The words of tls_gnutls.c, tls_openssl.c, tcp.c and http.c.
    private static func cause(_ line: String) -> String? {
        let line = line.lowercased()
        let certificate = [
            "peer certificate failed verification", "certificate verify failed",
            "unable to verify", "certificate's owner does not match", "does not match hostname",
        ]
        if certificate.contains(where: line.contains) {
            return
                "the server's certificate cannot be verified; if you trust it anyway, use --insecure"
        }
        if line.contains("failed to resolve hostname") {
            return "unknown host; check the URL and the network connection"
        }
        return nil
    }
}
