public import FoundationEssentials
internal import PhonolithSamples

/// A request of an item from its server; the counterpart of `AVPlayerItemAccessLogEvent`.
public struct PlayerItemAccessLogEvent: Hashable, Sendable {
    /// The URL.
    public var uri: String
    /// When it was requested.
    public var date: Date
    /// Bytes received so far; of an HLS stream, which consists of many files, those of its list and of its sound.
    public var numberOfBytesTransferred: Int
    /// Bits received in a second in which the player waited for them; `nil` before any came.
    public var observedBitrate: Double?
    /// How often playback waited because nothing had come.
    public var numberOfStalls: Int
    /// Seconds until the item was ready to play; `nil` if it is not yet.
    public var startupTime: Double?
}

/// A failure of an item; the counterpart of `AVPlayerItemErrorLogEvent`.
public struct PlayerItemErrorLogEvent: Hashable, Sendable {
    /// The URL, or the path of a file.
    public var uri: String
    /// When it was noticed.
    public var date: Date
    /// The domain of the number in ``errorStatusCode``.
    public var errorDomain: PlayerItemError.Domain
    /// A status of HTTP, a number of `errno`, or an error of FFmpeg.
    public var errorStatusCode: Int
    /// The reason in words.
    public var errorComment: String
}

/// The player's log of an entry's requests and failures.
struct PlayerItemLog: Sendable {
    /// Of each kind the latest are kept.
    private static let greatestCount = 100

    private struct Access: Sendable {
        var transfer: NetworkTransfer
        var stallCount = 0
    }

    private var accesses: [Access] = []
    private(set) var errors: [PlayerItemErrorLogEvent] = []

    mutating func note(_ transfer: NetworkTransfer) {
        accesses = accesses.suffix(Self.greatestCount - 1) + [Access(transfer: transfer)]
    }

    mutating func noteStall() {
        guard let last = accesses.indices.last else { return }
        accesses[last].stallCount += 1
    }

    mutating func note(_ error: PlayerItemError) {
        let event = PlayerItemErrorLogEvent(
            uri: error.subject, date: .now, errorDomain: error.domain,
            errorStatusCode: error.statusCode, errorComment: error.reason)
        errors = errors.suffix(Self.greatestCount - 1) + [event]
    }

    /// The requests as they are now.
    var events: [PlayerItemAccessLogEvent] {
        accesses.map { access in
            let transfer = access.transfer
            return PlayerItemAccessLogEvent(
                uri: transfer.address, date: transfer.date,
                numberOfBytesTransferred: transfer.byteCount, observedBitrate: transfer.bitRate,
                numberOfStalls: access.stallCount, startupTime: transfer.startupTime)
        }
    }
}

extension QueuePlayer {
    /// The requests of an entry's item from its server, the oldest first, at most a hundred; empty for a file.
    ///
    /// Each time that it is opened is one request; parts that are requested after a seek belong to it.
    public func accessLog(of entry: PlayQueue.Entry.ID) -> [PlayerItemAccessLogEvent] {
        session.logs[entry]?.events ?? []
    }

    /// The failures of an entry's item, the oldest first, at most a hundred.
    public func errorLog(of entry: PlayQueue.Entry.ID) -> [PlayerItemErrorLogEvent] {
        session.logs[entry]?.errors ?? []
    }
}
