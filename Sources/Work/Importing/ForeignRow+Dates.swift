import FoundationEssentials
import PhonolithStore

extension ForeignRow {
    /// A moment in seconds since 1970.
    func seconds(_ column: String) -> Date? { ForeignDate(seconds: number(column))?.date }

    /// - Parameter isLocal: Whether a text without a zone is of the local clock, or else of UTC.
    func date(_ column: String, isLocal: Bool = false) -> Date? {
        text(column).flatMap { ForeignDate($0, isLocal: isLocal)?.date }
    }
}
