import PhonolithDatabase
import PhonolithMediaModel

/// How much of the library's history a program knows.
package struct ChangeToken: Hashable, Sendable, LosslessStringConvertible {
    /// The last row of `changes`.
    package var sequence: Int64
    /// The largest id that an item had.
    package var item: Int64

    package var description: String { "\(sequence)-\(item)" }

    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), let item = Int64(parts[1]),
            sequence >= 0, item >= 0
        else { return nil }
        self.init(sequence: sequence, item: item)
    }

    init(sequence: Int64, item: Int64) {
        self.sequence = sequence
        self.item = item
    }
}
