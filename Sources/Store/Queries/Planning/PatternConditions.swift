internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPatterns
import PhonolithStore

/// Replaces conditions by regular expression, which SQLite has none for, by the ids of the items that meet them.
package struct PatternConditions {
    /// All searches of one query take no longer.
    @TaskLocal package static var longestSearch = Duration.seconds(10)

    /// The rule of one smart playlist of several takes no longer.
    package static let longestSearchOfRule = Duration.seconds(2)

    private let database: Connection

    init(_ database: Connection) { self.database = database }

    /// The predicates with ids in place of the conditions.
    func resolved(_ predicates: [MediaPredicate]) throws -> [MediaPredicate] {
        let deadline = ContinuousClock.now + Self.longestSearch
        return try predicates.map { predicate in
            try predicate.replacingConditions { condition in
                switch condition {
                case .hasMatch(let property, let pattern):
                    try items(with: property, matching: pattern, until: deadline)
                case .tag(let name, .hasMatch(_, let pattern)):
                    try items(matching: pattern, until: deadline) {
                        try entries(.tags.named(name.uppercased()), do: $0)
                    }
                default: condition
                }
            }
        }
    }

    private func items(
        with property: MediaProperty, matching pattern: String,
        until deadline: ContinuousClock.Instant
    ) throws -> MediaPredicate {
        if case .mediaType = property.storage, let pattern = try? pattern.pattern() {
            let names = try MediaType.names.map(\.name).filter(pattern.isFound)
            return .isIn(property, names.map(MediaValue.text))
        }
        return try items(matching: pattern, until: deadline) { try texts(of: property, do: $0) }
    }

    /// - Parameter texts: Calls what it is given with each item's id and texts.
    private func items(
        matching pattern: String, until deadline: ContinuousClock.Instant,
        among texts: (_ body: (Int64, [Substring]) throws -> Void) throws -> Void
    ) throws -> MediaPredicate {
        guard let expression = try? pattern.pattern() else { return .any([]) }
        var ids: [MediaValue] = []
        do {
            try texts { id, texts in
                if Connection.isAbandoned { throw CancellationError() }
                if ContinuousClock.now > deadline { throw RegularExpression.TooSlow() }
                let isFound = try texts.contains { try expression.isFound(in: String($0)) }
                if isFound { ids.append(.integer(Int(id))) }
            }
        } catch is RegularExpression.TooSlow {
            throw CatalogError(.slowPattern, path: "", detail: pattern)
        }
        return .isIn(.persistentID, ids)
    }

    // MARK: - Texts

    private typealias Body = (Int64, [Substring]) throws -> Void

    private func texts(of property: MediaProperty, do body: Body) throws {
        switch property.storage {
        case .text(let column, _, _), .code(let column), .date(let column):
            try self.column(column) { try body($0, [Substring($1)]) }
        case .codes(let column): try list(column, do: body)
        case .genres: try list("items.genres", do: body)
        case .names(let role, let shown, _):
            try column(shown) { try body($0, [Substring($1)]) }
            try rows("SELECT credits.item_id, artist_names.name FROM \(role.creditsByName)") {
                try body($0, [Substring($1)])
            }
        case .entries(let list): try entries(list, do: body)
        case .path: try paths(below: property == .relativePath, do: body)
        case .number, .userNumber, .userCount, .userFlag, .flag, .mediaType, .identifier,
            .firstCredit, .firstGenre, .condition, .presence:
            return
        }
    }

    /// The entries of lists that U+001F separates.
    private func list(_ column: String, do body: Body) throws {
        try self.column(column) { try body($0, $1.split(separator: "\u{1F}")) }
    }

    private func entries(_ list: EntryList, do body: Body) throws {
        try column(list.column) { try body($0, list.values(in: $1)) }
    }

    private func column(_ name: String, do body: (Int64, String) throws -> Void) throws {
        let table = MediaProperty.table(of: name)
        let id = table == "items" ? "id" : "item_id"
        try rows(
            "SELECT \(sql: id), \(sql: name) FROM \(sql: table) WHERE \(sql: name) IS NOT NULL",
            do: body)
    }

    private func rows(_ sql: SQL, do body: (Int64, String) throws -> Void) throws {
        let rows = try Row.fetchCursor(database, literal: sql)
        while let row = try rows.next() { try body(row[0], row[1]) }
    }

    private func paths(below isRelative: Bool, do body: Body) throws {
        let rows = try Projection { column in
            let root: MediaPath = column("roots.path")
            let path = (column("folders.path") as MediaPath).appending(column("files.name"))
            return (
                id: column("items.id") as Int64, path: isRelative ? path : root.appending(path)
            )
        }.fetchCursor(
            database,
            from: """
                items JOIN files ON files.id = file_id JOIN folders ON folders.id = folder_id
                JOIN roots ON roots.id = root_id
                """)
        while let row = try rows.next() {
            try body(row.id, [Substring(row.path.description.normalizedNFC)])
        }
    }
}
