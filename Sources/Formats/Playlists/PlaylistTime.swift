extension Double {
    /// The number as a time in seconds; `nil` for what none is: negative, not finite, or longer than thirty
    /// years.
    var asPlaylistTime: Double? { (0...1e9).contains(self) ? self : nil }
}
