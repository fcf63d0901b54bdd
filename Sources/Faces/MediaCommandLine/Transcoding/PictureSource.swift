import PhonolithLibav

/// A source of a film's pictures, packet by packet.
///
/// Not for use by two threads at once; everything blocks.
protocol PictureSource: AnyObject {
    /// Where the last packet was, in seconds on the film's clock.
    var time: Double { get }

    /// Adds its stream to a film.
    func add(to muxer: inout Muxer) throws(AVError)

    /// Gives the next packets.
    ///
    /// - Returns: Whether there were any; `false` after the last.
    func next(_ take: (Packet) throws(AVError) -> Void) throws(AVError) -> Bool
}
