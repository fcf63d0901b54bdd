internal import CPhonolithFFmpeg
internal import Glibc

/// Why a server could not be reached.
///
/// FFmpeg answers with the same "Input/output error" to an unknown host, a bad certificate and redirects
/// without end; only its log says which.
enum NetworkFailure {
    /// Runs something that opens an address, and gives its error the cause from the log.
    static func explained<Value: ~Copyable>(
        _ body: () throws(AVError) -> Value
    ) throws(AVError) -> Value {
        try ThreadLog.explained(
            by: { error, lines in lines.lazy.compactMap(cause).first ?? usualCause(of: error) },
            body)
    }

    private static func usualCause(of error: AVError) -> String? {
        guard error.code == phonolith_averror(EIO), error.cause == nil else { return error.cause }
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
