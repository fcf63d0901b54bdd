import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore

/// A moment as other programs write it: `2024-05-01T10:20:30Z`, `2024-05-01 10:20:30.5+02:00`, `2024-05-01`.
struct ForeignDate: Hashable {
    let date: Date

    /// - Parameter isLocal: Whether a text without a zone is of the local clock, or else of UTC.
    init?(_ text: String, isLocal: Bool = false) {
        let text = text.trimmed(of: \.isBlank)
        let day = text.prefix(10)
        let clock = text.dropFirst(11).prefix(8)
        let time = clock.isEmpty ? "00:00:00" : clock
        guard let written = Date(iso8601: "\(day)T\(time)Z") else { return nil }
        let rest = text.dropFirst(19).drop { $0 == "." || $0.isNumber }
        date =
            Self.offset(rest).map { written.addingTimeInterval(-Double($0)) }
            ?? (isLocal ? Date(localTime: written) : written)
    }

    /// Seconds since 1970; 0 and less are not a moment.
    init?(seconds: Double?) {
        guard let seconds, seconds > 0, seconds < 253_402_300_800 else { return nil }
        date = Date(timeIntervalSince1970: seconds)
    }

    /// In seconds; `nil` if the text names no zone.
    private static func offset(_ text: Substring) -> Int? {
        let text = text.drop { $0 == " " }
        if text.hasPrefix("Z") { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().prefix { $0.isNumber || $0 == ":" }.filter { $0 != ":" }
        guard digits.count == 4, let hours = Int(digits.prefix(2)),
            let minutes = Int(digits.suffix(2))
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}

extension ForeignRow {
    /// A moment in seconds since 1970.
    func seconds(_ column: String) -> Date? { ForeignDate(seconds: number(column))?.date }

    /// - Parameter isLocal: Whether a text without a zone is of the local clock, or else of UTC.
    func date(_ column: String, isLocal: Bool = false) -> Date? {
        text(column).flatMap { ForeignDate($0, isLocal: isLocal)?.date }
    }
}
