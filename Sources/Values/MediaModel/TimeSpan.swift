package import FoundationEssentials

/// A length of time that ends now: `30 days`.
public struct TimeSpan: Hashable, Sendable {
    /// The unit of a time span.
    public enum Unit: String, CaseIterable, Sendable {
        case hour, day, week
        /// 30 days.
        case month
        /// 365 days.
        case year

        fileprivate var seconds: Int {
            switch self {
            case .hour: 3600
            case .day: 86_400
            case .week: 7 * 86_400
            case .month: 30 * 86_400
            case .year: 365 * 86_400
            }
        }

        /// The unit of that name, in any case: `day` or `days`.
        init?(named name: String) {
            let name = name.asciiLowercased
            guard
                let unit = Self.allCases.first(where: {
                    [$0.rawValue, $0.rawValue + "s"].contains(name)
                })
            else { return nil }
            self = unit
        }
    }

    /// From 0 to ``greatestCount``.
    public let count: Int
    /// The unit of ``count``.
    public let unit: Unit

    /// As many years as the calendar of a library has.
    public static let greatestCount = 1_000_000

    /// Makes a span; a count out of its range is brought into it.
    public init(_ count: Int, _ unit: Unit) {
        (self.count, self.unit) = (min(max(count, 0), Self.greatestCount), unit)
    }

    /// The values that a property has at both ends of the span; `nil` for a property that is not a date and no moment.
    package func bounds(
        of property: MediaProperty, endingAt end: Date = .now
    ) -> (start: MediaValue, end: MediaValue)? {
        let start = Date(secondsSince1970: end.secondsSince1970 - count * unit.seconds)
        return switch property.kind {
        case .timestamp: (.timestamp(start), .timestamp(end))
        case .date: (.text(Self.day(of: start)), .text(Self.day(of: end)))
        default: nil
        }
    }

    /// The day of a moment as text. Before the year 1 there is none.
    private static func day(of moment: Date) -> String {
        PartialDate(String(moment.iso8601.prefix(10)))?.description ?? "0001"
    }
}

extension TimeSpan: CustomStringConvertible {
    /// `1 day`, `30 days`
    public var description: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }
}
