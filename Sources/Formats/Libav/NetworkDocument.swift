internal import CPhonolithFFmpeg

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
