import Foundation
import PhonolithStore

extension ForeignRow {
    /// A moment in seconds since 1970.
    func seconds(_ column: String) -> Date? { ForeignDate(seconds: number(column))?.date }

    func date(_ column: String, in zone: TimeZone = .gmt) -> Date? {
        text(column).flatMap { ForeignDate($0, in: zone)?.date }
    }
}
