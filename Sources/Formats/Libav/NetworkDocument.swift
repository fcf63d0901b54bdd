internal import CPhonolithFFmpeg
internal import Glibc

/// Short documents, and no sound, that servers send for an address.
package enum NetworkDocument {
    /// Reads a document. Blocks its thread, for `patience` seconds at most.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address.
    ///   - limit: How many bytes are read; the rest is left.
    ///   - isWanted: Whether to read what the server says is of this media type (`Content-Type`).
    /// - Returns: `nil` if the type is not wanted.
    package static func contents(
        of address: String, upTo limit: Int, interruption: ReadInterruption,
        patience: Double = AudioInput.patience, ifType isWanted: (String?) -> Bool = { _ in true }
    ) throws(AVError) -> [UInt8]? {
        return try NetworkFailure.explained { () throws(AVError) -> [UInt8]? in
            do throws(AVError) {
                return try interruption.allowing(seconds: patience) {
                    () throws(AVError) -> [UInt8]? in
                    try read(address, limit, interruption, isWanted)
                }
            } catch {
                throw interruption.isOverdue ? .timedOut(error.function) : error
            }
        }
    }

    private static func read(
        _ address: String, _ limit: Int, _ interruption: ReadInterruption,
        _ isWanted: (String?) -> Bool
    ) throws(AVError) -> [UInt8]? {
        var opened: UnsafeMutablePointer<AVIOContext>? = try NetworkBytes.source(
            at: address, interruption)
        defer { avio_closep(&opened) }
        guard isWanted(mediaType(of: opened)) else { return nil }
        var (contents, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while contents.count < limit {
            let count = avio_read(opened, &part, CInt(min(part.count, limit - contents.count)))
            if count == phonolith_averror_eof() || count == 0 { break }
            guard count >= 0 else {
                throw AVError(code: count, function: "avio_read").ofLostConnection
            }
            contents += part[..<Int(count)]
        }
        return contents
    }

    private static func mediaType(of source: UnsafeMutablePointer<AVIOContext>?) -> String? {
        var value: UnsafeMutablePointer<UInt8>?
        guard av_opt_get(source, "mime_type", AV_OPT_SEARCH_CHILDREN, &value) >= 0, let value
        else { return nil }
        defer { av_free(value) }
        return String(cString: value)
    }
}

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
