internal import CPhonolithFFmpeg

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
