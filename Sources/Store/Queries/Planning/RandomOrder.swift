import PhonolithMediaModel

/// A random order that SQL computes from ids and a seed, so that pages of it fit together.
///
/// Modulo the prime 2³¹ − 1, `a·id + b` and the fifth power are permutations (5 does not divide the prime less one). No
/// product reaches 2⁶². Ids that are equal modulo the prime come by the id.
enum RandomOrder {
    private static let prime = 2_147_483_647

    /// The expression to sort by.
    ///
    /// - Parameter id: The column of the id.
    static func sql(of id: String, seed: UInt32) -> String {
        var numbers = SeededGenerator(seed: UInt64(seed))
        let factor = 1 + numbers.next() % UInt64(prime - 1)
        let summand = numbers.next() % UInt64(prime)
        let number = "((\(id) % \(prime) * \(factor) + \(summand)) % \(prime))"
        let square = "(\(number) * \(number) % \(prime))"
        return "(\(square) * \(square) % \(prime) * \(number) % \(prime))"
    }
}
