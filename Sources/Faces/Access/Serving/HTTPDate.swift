import FoundationEssentials
import PhonolithMediaModel

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: Since 1970.
    static func text(_ seconds: Int) -> String {
        let text = Array(Date(secondsSince1970: seconds).iso8601)
        let month = Int(String(text[5..<7])) ?? 1
        // 1970-01-01 was a Thursday.
        let day = Int((Double(seconds) / 86_400).rounded(.down)) % 7
        return "\(days[(day + 7) % 7]), \(String(text[8..<10])) \(months[month - 1]) "
            + "\(String(text[0..<4])) \(String(text[11..<19])) GMT"
    }

    /// Seconds since 1970; `nil` for any other form, also for the two that are obsolete and that no client of today
    /// writes.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","),
            let month = months.firstIndex(of: String(parts[2])), parts[1].utf8.count == 2,
            parts[3].utf8.count == 4
        else { return nil }
        return Date(iso8601: "\(parts[3])-\((month + 1).padded(2))-\(parts[1])T\(parts[4])Z")?
            .secondsSince1970
    }
}
