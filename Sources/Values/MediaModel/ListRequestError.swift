/// Why a ``ListRequest`` cannot be read: the parameter, its text, and the fault.
package struct ListRequestError: Error, Hashable, Sendable {
    package var parameter: ListRequest.Parameter
    /// The value, or the part of it that is wrong.
    package var text: String
    package var fault: Fault

    package enum Fault: Hashable, Sendable {
        /// Another value is expected: `0 or more`.
        case value(expected: String)
        /// The second year is before the first.
        case reversedYears
        /// The key to sort by is unknown.
        case key(of: MediaGrouping)
        /// The direction of a key is unknown.
        case direction(ofKey: String)
        case expression(ExpressionError)
    }

    init(_ parameter: ListRequest.Parameter, _ text: String, _ fault: Fault) {
        (self.parameter, self.text, self.fault) = (parameter, text, fault)
    }

    /// The nearest key to sort by, if the key is unknown.
    package var nearestKey: String? {
        guard case .key(let grouping) = fault else { return nil }
        return text.nearest(among: grouping.sortKeys.keys)
    }

    /// The values that the parameter takes.
    package var expected: String {
        switch fault {
        case .value(let expected): expected
        case .reversedYears: "the earlier year first"
        case .key(let grouping): grouping.sortKeys.keys.sorted().joined(separator: ", ")
        case .direction(let key): "\(key) or \(key):desc"
        case .expression(let error): error.expected
        }
    }
}
