/// Scales pictures of any form, by one scaler for as long as they are of the same form.
///
/// Not for use by two threads at once.
package struct PictureScaling: ~Copyable {
    private var scaler: Scaler?

    /// Makes one without a scaler.
    package init() {}

    /// Scales a picture. Blocks its thread for one `sws_scale_frame`.
    package mutating func scaled(
        _ frame: borrowing Frame, to target: Scaler.Target
    ) throws(AVError) -> Frame {
        if let result = try scaler?.scaledIfFits(frame, to: target) { return result }
        let made = try Scaler(from: frame, to: target)
        let result = try made.scaled(frame)
        scaler = consume made
        return result
    }
}

extension Scaler {
    /// `nil` if the scaler is for another kind of picture.
    fileprivate func scaledIfFits(
        _ frame: borrowing Frame, to target: Target
    ) throws(AVError) -> Frame? {
        fits(frame, to: target) ? try scaled(frame) : nil
    }
}
