internal import CFFmpeg

/// What a server sends for an address, where that is a short document and no sound.
package enum NetworkDocument {
    /// Reads a document. Blocks its thread, for ``AudioInput/patience`` at most.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address.
    ///   - limit: How many bytes are read; what follows is left.
    package static func contents(
        of address: String, upTo limit: Int, interruption: ReadInterruption
    ) throws(AVError) -> [UInt8] {
        _ = Logging.isSilenced
        do {
            return try interruption.allowing(seconds: AudioInput.patience) { () throws(AVError) in
                try read(address, limit, interruption)
            }
        } catch {
            throw interruption.isOverdue ? .timedOut(error.function) : error
        }
    }

    private static func read(
        _ address: String, _ limit: Int, _ interruption: ReadInterruption
    ) throws(AVError) -> [UInt8] {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in AudioInput.networkOptions { av_dict_set(&options, key, value, 0) }
        var opened: UnsafeMutablePointer<AVIOContext>?
        var callback = interruption.callback
        try check("avio_open2") {
            avio_open2(&opened, address, AVIO_FLAG_READ, &callback, &options)
        }
        defer { avio_closep(&opened) }
        var (contents, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while contents.count < limit {
            let count = avio_read(opened, &part, CInt(min(part.count, limit - contents.count)))
            if count == phonolith_averror_eof() || count == 0 { break }
            try check("avio_read") { count }
            contents += part[..<Int(count)]
        }
        return contents
    }
}
