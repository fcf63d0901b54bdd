internal import GRDB
import MediaModel

// What a filter says of the column that items are put in order by: a walk begins and ends there, and does not go
// past what the filter leaves out.

extension MediaPredicate {
    /// The predicates that hold wherever this one does.
    var conjuncts: [MediaPredicate] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// What is true of the column of a property wherever this is true; `nil` where nothing is known of it. An item
    /// that has no value in the column does not meet it.
    func bound(onOrderBy order: MediaProperty) -> SQL? {
        guard let property, let comparison = Comparison(self) else { return nil }
        switch (property, order) {
        case (.year, .releaseDate): return comparison.boundOfDate("items.release_date")
        case (.releaseDate, .year): return comparison.boundOfYear("items.year")
        default: break
        }
        guard property == order else { return nil }
        return switch property.storage {
        case .number(let column), .date(let column), .identifier(let column):
            comparison.sql(SQL(sql: column))
        case .userNumber(let column): comparison.sql(SQL(sql: "user_values." + column))
        default: nil
        }
    }
}

extension Comparison {
    /// What a comparison of the year says of the date, which begins with it in four digits.
    fileprivate func boundOfDate(_ column: SQL) -> SQL? {
        let (low, high) = bounds
        let years = 1.0...9999.0
        let first = low?.number.flatMap {
            years.contains($0) ? PartialDate(year: Int($0))?.description : nil
        }
        let last = high?.number.flatMap {
            years.contains($0) ? PartialDate(year: Int($0))?.description : nil
        }
        return Self.between(
            column, first.map { "\($0)" }, last.map { "\($0 + "\u{10FFFF}")" })
    }

    /// What a comparison of the date says of the year.
    fileprivate func boundOfYear(_ column: SQL) -> SQL? {
        let (low, high) = bounds
        let first = low?.text.flatMap { Int($0.prefix(4)) }
        let last = high?.text.flatMap { Int($0.prefix(4)) }
        return Self.between(column, first.map { "\($0)" }, last.map { "\($0)" })
    }

    private static func between(_ column: SQL, _ low: SQL?, _ high: SQL?) -> SQL? {
        switch (low, high) {
        case (let low?, let high?): "\(column) BETWEEN \(low) AND \(high)"
        case (let low?, nil): "\(column) >= \(low)"
        case (nil, let high?): "\(column) <= \(high)"
        case (nil, nil): nil
        }
    }

    /// Between which values all lie that meet the comparison; `nil` for no bound.
    private var bounds: (low: MediaComparand?, high: MediaComparand?) {
        switch self {
        case .equal(let values) where values.count == 1: (values[0], values[0])
        case .less(let high), .atMost(let high): (nil, high)
        case .greater(let low), .atLeast(let low): (low, nil)
        case .between(let low, let high): (low, high)
        case .equal, .prefix, .contains: (nil, nil)
        }
    }
}

extension MediaComparand {
    fileprivate var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
