internal import CPhonolithFFmpeg
internal import Glibc

/// The bytes at an address, for a program that saves what it does not decode.
package struct NetworkBytes: ~Copyable {
    /// Closed by `deinit`; never `NULL` and never changed in between.
    private let source: UnsafeMutablePointer<AVIOContext>
    // Kept alive for FFmpeg.
    private let interruption: ReadInterruption

    /// Asks a server. Blocks its thread, for ``AudioInput/patience`` at most.
    ///
    /// - Parameter address: An `http` or `https` address.
    /// - Throws: ``AVError``.
    package static func open(
        _ address: String, interruption: ReadInterruption
    ) throws(AVError) -> NetworkBytes {
        try NetworkFailure.explained { () throws(AVError) in
            try interruption.allowing(seconds: AudioInput.patience) { () throws(AVError) in
                try NetworkBytes(opening: address, interruption)
            }
        }
    }

    private init(opening address: String, _ interruption: ReadInterruption) throws(AVError) {
        self.interruption = interruption
        source = try Self.source(at: address, interruption)
    }

    /// A source to be closed with `avio_closep`.
    static func source(
        at address: String, _ interruption: ReadInterruption
    ) throws(AVError) -> UnsafeMutablePointer<AVIOContext> {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in AudioInput.networkOptions { av_dict_set(&options, key, value, 0) }
        var opened: UnsafeMutablePointer<AVIOContext>?
        var callback = interruption.callback
        try check("avio_open2") {
            avio_open2(&opened, address, AVIO_FLAG_READ, &callback, &options)
        }
        return try allocated("avio_open2") { opened }
    }

    deinit {
        var source: UnsafeMutablePointer<AVIOContext>? = source
        avio_closep(&source)
        withExtendedLifetime(interruption) {}
    }

    /// Reads bytes of a range for an observer: some at a time, and of a server that sends only from the beginning those
    /// before the range, too. Blocks its thread, for ``AudioInput/patience`` at most.
    ///
    /// - Returns: Whether there were any; `false` at the end of the source.
    /// - Throws: ``AVError``.
    package mutating func read(
        _ range: Range<Int>, for observer: any StreamObserver
    ) throws(AVError) -> Bool {
        let source = source
        return try interruption.allowing(seconds: AudioInput.patience) { () throws(AVError) in
            if source.pointee.seekable != 0, avio_seek(source, 0, SEEK_CUR) != range.lowerBound {
                try check("avio_seek") {
                    CInt(clamping: min(0, avio_seek(source, Int64(range.lowerBound), SEEK_SET)))
                }
            }
            let offset = Int(avio_seek(source, 0, SEEK_CUR))
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = avio_read(source, &part, CInt(part.count))
            if count == phonolith_averror_eof() || count == 0 { return false }
            // Where the length is unknown, the end of the connection is the end (RFC 9112, 6.3, 8).
            if count == phonolith_averror(EIO), source.size == nil { return false }
            guard count >= 0 else {
                throw AVError(code: count, function: "avio_read").ofLostConnection
            }
            part[..<Int(count)].withUnsafeBytes { observer.received($0, at: offset, title: nil) }
            return true
        }
    }
}

/// How much came from a server, and how long was waited for it.
package struct NetworkTraffic: Hashable, Sendable {
    // In bytes.
    package var byteCount = 0
    // In seconds.
    package var waitingTime = 0.0

    package init() {}

    mutating func note(_ size: CInt, in waitingTime: Double) {
        byteCount += Int(size)
        self.waitingTime += waitingTime
    }
}

extension AudioInput {
    /// The traffic since it was opened: all bytes of its connection, or of an HLS stream, which consists of many files,
    /// those of its list and of its sound.
    package var received: NetworkTraffic {
        var received = traffic
        let read = context.pointee.pb.map { Int($0.pointee.bytes_read) } ?? 0
        received.byteCount = isSegmented ? received.byteCount + read : read
        return received
    }

    /// Whether the stream is live: from a radio station, or in an HLS stream without an end.
    package var isLive: Bool { isStation || isSegmented && duration == nil }

    private var isSegmented: Bool { formatName.hasPrefix("hls") }
}
