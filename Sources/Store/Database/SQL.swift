/// Text of SQL with the values that are bound to it.
///
/// Made by interpolation: `"SELECT id FROM items WHERE title = \(title)"` binds the title; another `SQL` brings its own
/// values, and `\(sql: "column")` is text as it is.
package struct SQL: Sendable {
    /// The statement, with a question mark for each value.
    package private(set) var text: String
    package private(set) var arguments: SQLArguments

    /// Text as it is.
    package init(sql text: String, arguments: SQLArguments = []) {
        self.text = text
        self.arguments = arguments
    }

    /// A literal where another type would be inferred.
    package init(_ sql: SQL) { self = sql }

    package static func + (first: SQL, second: SQL) -> SQL {
        SQL(sql: first.text + second.text, arguments: first.arguments + second.arguments)
    }

    package mutating func append(_ other: SQL) {
        text += other.text
        arguments += other.arguments
    }
}

extension SQL: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql: SQL

        package init(literalCapacity: Int, interpolationCount: Int) {
            sql = SQL(sql: "")
            sql.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { sql.text += literal }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            sql.text += "?"
            sql.arguments.append(value)
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            sql.text += "?"
            sql.arguments += [value]
        }

        /// Binds the values of a list in parentheses: `IN \(ids)`.
        package mutating func appendInterpolation(_ values: some Collection<some SQLConvertible>) {
            sql.text += "(\(parameters(count: values.count)))"
            sql.arguments += SQLArguments(values)
        }

        /// Nests a part, with its values.
        package mutating func appendInterpolation(_ part: SQL) { sql.append(part) }

        /// Puts in text as it is.
        package mutating func appendInterpolation(sql text: String) { sql.text += text }
    }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    package init(stringLiteral: String) { self.init(sql: stringLiteral) }
}

extension Sequence<SQL> {
    package func joined(separator: String = "") -> SQL {
        var joined = SQL(sql: "")
        for (index, part) in enumerated() {
            if index > 0 { joined.append(SQL(sql: separator)) }
            joined.append(part)
        }
        return joined
    }
}

/// The values of a statement's parameters, in their order.
package struct SQLArguments: Sendable, ExpressibleByArrayLiteral {
    package private(set) var values: [SQLValue] = []

    package init(arrayLiteral elements: (any SQLConvertible)?...) { self.init(elements) }

    package init(_ elements: some Sequence<(any SQLConvertible)?>) {
        values = elements.map { $0?.sqlValue ?? .null }
    }

    package init(_ elements: some Sequence<some SQLConvertible>) {
        values = elements.map(\.sqlValue)
    }

    package mutating func append(_ value: some SQLConvertible) { values.append(value.sqlValue) }

    package static func + (first: SQLArguments, second: SQLArguments) -> SQLArguments {
        var joined = first
        joined += second
        return joined
    }

    package static func += (first: inout SQLArguments, second: SQLArguments) {
        first.values += second.values
    }
}

/// The parameters of a list of values: `?,?,?`.
package func parameters(count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ",")
}
