import PhonolithLibav

/// Packets that were read and not yet decoded, and what they show about the following frames.
struct PacketQueue {
    private var packets: [Packet] = []
    private var first = 0
    private var byteCount = 0
    /// Whether nothing is left to read.
    private(set) var hasAll = false
    /// When the last packet that was taken is decoded.
    private(set) var lastTaken: Int64?
    /// How long the frame that is shown last is shown, of all packets so far.
    private(set) var lastDuration: Int64 = 0
    private var lastShown = Int64.min
    /// The times at which frames are shown, of all packets since the queue began and up to the time that is
    /// looked for: the last few, in order.
    private var recent: [Int64] = []
    /// The times of all packets so far at which frames are shown later.
    private var later: [Int64] = []
    private var soughtTime: Int64?
    /// By how much frames are shown before they are decoded, by what some files say.
    private var lead: Int64 = 0
    private var isTimed = true

    /// More bytes are not held; they would only save time.
    private static let byteLimit = 64 << 20
    /// A frame that the packets promise may not come (VP8 has frames that are never shown), so that a few
    /// before it are wanted, too.
    private static let candidateCount = 4

    /// Adds a packet that was read.
    mutating func append(_ packet: Packet) {
        packets.append(packet)
        byteCount += packet.byteCount
        guard let time = packet.presentationTime else {
            isTimed = false
            return
        }
        lead = max(lead, packet.lead)
        if time > lastShown {
            lastShown = time
            lastDuration = packet.duration
        }
        if !packet.isHidden { note(time) }
    }

    /// Reads ahead until all packets of frames up to a time are here.
    mutating func fill(
        to time: Int64, _ next: () throws(ThumbnailError) -> Packet?
    ) throws(ThumbnailError) {
        seek(time)
        while !hasAll, byteCount < Self.byteLimit || isEmpty, !isPast(time) {
            guard let packet = try next() else {
                hasAll = true
                break
            }
            append(packet)
        }
    }

    /// The next packet to decode.
    mutating func takeFirst() -> Packet? {
        guard !isEmpty else { return nil }
        let packet = packets[first]
        first += 1
        byteCount -= packet.byteCount
        lastTaken = packet.decodingTime ?? packet.presentationTime ?? lastTaken
        if first > 64, first > packets.count / 2 {
            packets.removeFirst(first)
            first = 0
        }
        return packet
    }

    /// Whether the frame of a packet may be the one that is on screen at the time that is looked for, or
    /// comes after it.
    func isWanted(_ packet: Packet) -> Bool {
        guard let earliest = earliestCandidate, let time = packet.presentationTime else {
            return true
        }
        return time >= earliest
    }

    /// When the frame that is on screen at the time that is looked for begins, if the packets show it.
    var promisedTime: Int64? { knowsCandidates ? recent.last : nil }

    private var earliestCandidate: Int64? {
        knowsCandidates && recent.count == Self.candidateCount ? recent.first : nil
    }

    private var knowsCandidates: Bool {
        guard isTimed, let soughtTime else { return false }
        return hasAll || isPast(soughtTime)
    }

    /// Whether the last packet is decoded after a time, so that all later ones are shown after it.
    private func isPast(_ time: Int64) -> Bool {
        guard !isEmpty, let decoded = packets.last?.decodingTime else { return false }
        return decoded.clampedSubtracting(lead) > time
    }

    private var isEmpty: Bool { first == packets.count }

    private mutating func seek(_ time: Int64) {
        guard time != soughtTime else { return }
        soughtTime = time
        let times = later
        later = []
        times.forEach { note($0) }
    }

    private mutating func note(_ time: Int64) {
        guard let soughtTime, time <= soughtTime else {
            later.append(time)
            return
        }
        guard !recent.contains(time) else { return }
        recent.append(time)
        recent.sort()
        if recent.count > Self.candidateCount { recent.removeFirst() }
    }
}
