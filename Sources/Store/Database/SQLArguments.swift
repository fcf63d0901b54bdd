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
