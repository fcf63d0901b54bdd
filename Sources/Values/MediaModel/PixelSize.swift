/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
    /// From 1.
    public var width: Int
    /// From 1.
    public var height: Int

    /// Creates a size.
    ///
    /// - Precondition: Both are 1 or more.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture is at least one pixel large")
        self.width = width
        self.height = height
    }

    /// Reads width and height with an `x` between them: `640x480`.
    ///
    /// - Parameter longest: The longest edge that is allowed.
    package init?(_ text: String, upTo longest: Int) {
        let edges = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        guard edges.count == 2, edges.allSatisfy((1...longest).contains) else { return nil }
        self.init(width: edges[0], height: edges[1])
    }

    /// The size in the same shape, to the nearest pixel, that fits in a box; never larger than this one.
    package func fitted(in box: PixelSize?) -> PixelSize {
        guard let box else { return self }
        let factor = min(
            1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        return scaled(horizontally: factor, vertically: factor)
    }

    /// The size with each edge multiplied, to the nearest pixel.
    package func scaled(horizontally: Double, vertically: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * horizontally).rounded())),
            height: max(1, Int((Double(height) * vertically).rounded())))
    }

    /// The size with its edges exchanged.
    package var turned: PixelSize { PixelSize(width: height, height: width) }
}
