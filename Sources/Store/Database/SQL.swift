/// Text of SQL with the values that are bound to it.
///
/// Made by interpolation: `"SELECT id FROM items WHERE title = \(title)"` binds the title; another `SQL` brings its own
/// values, and `\(sql: "column")` is text as it is. Where the databases differ, a part has a form for each: see ``Dialect``.
@usableFromInline
package struct SQL: Sendable {
    /// As one database understands it.
    package struct Form: Sendable {
        /// The statement, with a question mark for each value.
        package fileprivate(set) var text: String
        package fileprivate(set) var arguments: SQLArguments

        fileprivate mutating func append(_ other: Form) {
            text += other.text
            arguments += other.arguments
        }
    }

    private var sqlite: Form
    /// `nil` where it is the same, as it is in most.
    private var postgres: Form?

    package init(sql text: String, arguments: SQLArguments = []) {
        sqlite = Form(text: text, arguments: arguments)
    }

    /// The values of a row to be inserted, in parentheses.
    package init(row values: [(any SQLConvertible)?]) {
        sqlite = Form(
            text: "(\(parameters(count: values.count)))", arguments: SQLArguments(values))
    }

    /// A part in which the databases differ.
    package init(sqlite: SQL, postgres: SQL) {
        self.sqlite = sqlite.sqlite
        self.postgres = postgres.postgres ?? postgres.sqlite
    }

    /// A literal where another type would be inferred.
    package init(_ sql: SQL) { self = sql }

    package func form(for dialect: Dialect) -> Form {
        switch dialect {
        case .sqlite: sqlite
        case .postgres: postgres ?? sqlite
        }
    }

    package static func + (first: SQL, second: SQL) -> SQL {
        var joined = first
        joined.append(second)
        return joined
    }

    package mutating func append(_ other: SQL) {
        if postgres != nil || other.postgres != nil {
            postgres = postgres ?? sqlite
            postgres?.append(other.postgres ?? other.sqlite)
        }
        sqlite.append(other.sqlite)
    }

    fileprivate mutating func append(text: String) {
        sqlite.text += text
        postgres?.text += text
    }

    fileprivate mutating func append(_ values: SQLArguments, as text: String) {
        append(text: text)
        sqlite.arguments += values
        postgres?.arguments += values
    }
}

extension SQL: ExpressibleByStringInterpolation {
    @usableFromInline
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql: SQL

        @usableFromInline
        package init(literalCapacity: Int, interpolationCount: Int) {
            sql = SQL(sql: "")
            sql.sqlite.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        @usableFromInline
        package mutating func appendLiteral(_ literal: String) { sql.append(text: literal) }

        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            sql.append([value], as: "?")
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            sql.append([value], as: "?")
        }

        /// Binds the values of a list in parentheses: `IN \(ids)`, which is never true for an empty list. PostgreSQL knows no
        /// empty parentheses; not for `NOT IN`.
        package mutating func appendInterpolation(_ values: some Collection<some SQLConvertible>) {
            let marks = values.isEmpty ? "NULL" : parameters(count: values.count)
            sql.append(SQLArguments(values), as: "(\(marks))")
        }

        /// Nests a part, with its values.
        package mutating func appendInterpolation(_ part: SQL) { sql.append(part) }

        /// Puts in text as it is.
        package mutating func appendInterpolation(sql text: String) { sql.append(text: text) }
    }

    @usableFromInline
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    @usableFromInline
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

/// The parameters of a list of values: `?,?,?`.
package func parameters(count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ",")
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

    package static func + (first: SQLArguments, second: SQLArguments) -> SQLArguments {
        var joined = first
        joined += second
        return joined
    }

    package static func += (first: inout SQLArguments, second: SQLArguments) {
        first.values += second.values
    }
}
