/// The size that the pictures of a film must not exceed in either direction: `640x480`.
package struct FilmSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Parameter text: Two numbers of pixels, each 1 to 10 000; `nil` for anything else.
    package init?(_ text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
            (1...10_000).contains(width), (1...10_000).contains(height)
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}
