extension Int {
    /// The number with its noun: `1 entry`, `2 entries`.
    package func counted(_ one: String, _ several: String) -> String {
        "\(self) \(self == 1 ? one : several)"
    }
}
