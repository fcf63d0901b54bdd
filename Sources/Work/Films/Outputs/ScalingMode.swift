public import PhonolithMediaModel

/// How a picture is fitted into a view; the counterpart of MPMovieScalingMode.
public enum ScalingMode: String, Hashable, Sendable, CaseIterable {
    /// As large as possible without cutting anything off; bars fill the rest.
    case fit
    /// As small as possible without bars; parts that do not fit are cut off at both sides alike.
    case fill
    /// As large as the view, whatever that does to the shape.
    case stretch

    /// The mode after this one.
    public var following: ScalingMode {
        switch self {
        case .fit: .fill
        case .fill: .stretch
        case .stretch: .fit
        }
    }

    /// Where the picture is in the view; partly outside of it for ``fill``.
    ///
    /// - Parameters:
    ///   - picture: As it is to be seen, with square pixels.
    ///   - view: In pixels.
    public func placement(of picture: PixelSize, in view: PixelSize) -> Placement {
        let (columns, rows) = (
            Double(view.width) / Double(picture.width), Double(view.height) / Double(picture.height)
        )
        let (horizontally, vertically) =
            switch self {
            case .fit: (min(columns, rows), min(columns, rows))
            case .fill: (max(columns, rows), max(columns, rows))
            case .stretch: (columns, rows)
            }
        let size = picture.scaled(horizontally: horizontally, vertically: vertically)
        return Placement(
            x: (view.width - size.width) / 2, y: (view.height - size.height) / 2, size: size)
    }

    /// A rectangle in a view.
    public struct Placement: Hashable, Sendable {
        /// The distance of its left edge from that of the view, in pixels.
        public var x: Int
        /// The distance of its upper edge from that of the view, in pixels.
        public var y: Int
        /// In pixels.
        public var size: PixelSize

        /// Joins a place and a size.
        public init(x: Int, y: Int, size: PixelSize) { (self.x, self.y, self.size) = (x, y, size) }
    }
}
