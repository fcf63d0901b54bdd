/// Gives pictures a time on the program's clock, from the times that their device gives them and when they arrive.
///
/// Arrivals are late by as much as the machine is busy, but never early; the device's times are even, but on a clock that may
/// run at another speed. So the offset between both is that of the picture that was least late, and may grow slowly.
struct ArrivalClock {
    private var offset: Double?
    private var lastArrival = 0.0

    /// How much faster the program's clock may be than the device's.
    private static let drift = 0.001
    /// A device whose times jump by more, in seconds, has another clock than before.
    private static let jump = 0.5

    /// The time of a picture.
    ///
    /// - Parameters:
    ///   - time: By the device, in seconds; `nil` where it gives none.
    ///   - arrival: On the program's clock, in seconds.
    mutating func time(of time: Double?, arrivedAt arrival: Double) -> Double {
        guard let time else { return arrival }
        let current = arrival - time
        // V4L2 has the program's own clock, which says how old a picture is.
        if offset == nil, (0...Self.jump).contains(current) { offset = 0 }
        if offset == 0, (0...Self.jump).contains(current) { return time }
        let grown = offset.map { $0 + (arrival - lastArrival) * Self.drift }
        offset =
            grown.map { abs(current - $0) > Self.jump ? current : min(current, $0) } ?? current
        lastArrival = arrival
        return time + (offset ?? current)
    }
}
