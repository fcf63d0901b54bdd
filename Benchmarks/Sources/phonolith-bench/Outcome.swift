/// One row of the table: a measured value and its limit.
struct Outcome {
    var what: String
    var value: Double
    var unit: Unit
    var limit: Limit?
    /// The figures that the value was made of, in words.
    var detail: String

    enum Unit: String, Codable {
        case ratio = "×"
        case milliseconds = "ms"
        case megabytes = "MB"
        case kilobytes = "KB"
        case microseconds = "µs"
        case seconds = "s"
        case percent = "%"
    }

    enum Limit {
        case atLeast(Double)
        case atMost(Double)
    }

    var isWithinLimit: Bool {
        switch limit {
        case .atLeast(let least): value >= least
        case .atMost(let most): value <= most
        case nil: true
        }
    }

    var verdict: String { limit == nil ? "" : isWithinLimit ? "ok" : "over" }

    var measured: String { value.text + " " + unit.rawValue }

    var allowed: String {
        switch limit {
        case .atLeast(let least): "≥ \(least.text) \(unit.rawValue)"
        case .atMost(let most): "≤ \(most.text) \(unit.rawValue)"
        case nil: ""
        }
    }
}

/// Several runs of the same.
struct Runs {
    private let sorted: [Double]

    /// Takes at least one.
    init(_ values: [Double]) {
        precondition(!values.isEmpty, "a measurement without runs")
        sorted = values.sorted()
    }

    /// Runs and measures.
    init(_ count: Int, _ measure: () throws -> Double) rethrows {
        self.init(try (0..<count).map { _ in try measure() })
    }

    var best: Double { sorted[0] }
    /// The value that 99 of a hundred are not above.
    var percentile99: Double { sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }
    var worst: Double { sorted[sorted.count - 1] }
    var largest: Double { sorted[sorted.count - 1] }

    /// `12.1 to 14.9`
    var range: String { "\(sorted[0].text) to \(largest.text)" }

    var median: Double { (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 }

    /// `median 3.21 s, best 3.10 s`
    var text: String { "median \(median.text) s, best \(best.text) s" }
    /// The same for times in seconds that are told in milliseconds.
    var millisecondsText: String {
        "median \((median * 1000).text) ms, best \((best * 1000).text) ms"
    }
}

extension Double {
    /// Three significant digits at the least, and no more after the point than two.
    var text: String {
        let factor: Double = abs(self) >= 100 ? 1 : abs(self) >= 10 ? 10 : 100
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
