import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// The columns of rows, and the fields that they fill.
///
/// Which column a field ought to have is nowhere said but by the names of both. So of any two columns with values of one
/// kind, each must be named more like its own field than like that of the other: exchanged, they would be less alike.
@Suite struct ProjectionTests {
    /// A projection of any value.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let columns: [Columns.Column]
        /// The fields of the value of a row, by their paths.
        let fields: @Sendable (Connection, _ row: [SQLValue]) throws -> [String: String]

        init<Value>(_ name: String, _ projection: Projection<Value>) {
            testDescription = name
            columns = projection.list
            fields = { connection, row in
                let selected = row.map { value in
                    SQL(
                        sqlite: "\(value)",
                        postgres:
                            "CAST(\(value) AS \(sql: ProjectionTests.postgresType(of: value)))")
                }
                let statement: SQL = "SELECT \(selected.joined(separator: ", "))"
                let values = try projection.fetchAll(connection, literal: statement)
                var fields: [String: String] = [:]
                ProjectionTests.addFields(of: try #require(values.first), at: "", to: &fields)
                return fields
            }
        }
    }

    static let cases: [Case] = {
        let albums = GroupTable(.album).map {
            Case(
                "ListedCollection.projection: albums",
                ListedCollection.projection(of: $0, hasTotals: true))
        }
        let playlists = GroupTable(.playlist).map {
            Case("ListedCollection.projection: playlists", ListedCollection.projection(of: $0))
        }
        return [albums, playlists].compactMap(\.self) + [
            Case("FileTrace.projection", FileTrace.projection(hasUserValues: "false")),
            Case("KnownItems.projection", KnownItems.projection),
            Case("ListedItem.projection", ListedItem.projection),
            Case("ItemReader.picture", ItemReader.picture),
            Case("ItemReader.chapter", ItemReader.chapter),
            Case("MediaPlaylist.projection", MediaPlaylist.projection),
            Case("StatisticsStore.files", StatisticsStore.files),
            Case("AlbumFacts.Track.projection", AlbumFacts.Track.projection),
            Case("AlbumVersionRows.tracks", AlbumVersionRows.tracks),
            Case("GoneItemStore.Going.projection", GoneItemStore.Going.projection(copy: "NULL")),
            Case("ScanStore.files", ScanStore.files),
            Case("KnownFile.projection", KnownFile.projection),
            Case("FolderPicture.projection", FolderPicture.projection),
            Case("StoredPlaylistEntry.projection", StoredPlaylistEntry.projection),
            Case("PlaylistStore.itemEntries", PlaylistStore.itemEntries),
            Case("PodcastFeed.projection", PodcastFeed.projection),
            Case("FeedEpisode.projection", FeedEpisode.projection),
            Case("User.projection", User.projection),
            Case("AccessStore.userWithHash", AccessStore.userWithHash),
            Case("AppPassword.projection", AppPassword.projection),
            Case("StoredQueueEntry.projection", StoredQueueEntry.projection(ofSeen: "true")),
            Case("Share.projection", Share.projection),
            Case("UserDataStore.items", UserDataStore.items),
            Case("UserData.Values.ofItems", UserData.Values.ofItems),
        ]
    }()

    @Test("no two columns can be exchanged", arguments: cases)
    func fields(of projection: Case) throws {
        let exchangeable = try exchangeable(projection)
        #expect(exchangeable == [])
    }

    @Test("columns that are exchanged are found, and those that no field shows")
    func exchange() throws {
        struct Name {
            var first: String
            var last: String
        }
        let exchanged = Projection { Name(first: $0("last_name"), last: $0("first_name")) }
        #expect(try exchangeable(Case("exchanged", exchanged)) == ["last_name, first_name"])
        let unseen = Projection { column in
            ([column("one"), column("two")] as [String]).filter { $0 == "3" }.count
        }
        #expect(try exchangeable(Case("unseen", unseen)) == ["one, two"])
    }

    /// The pairs of columns that are named no more like their own fields than like each other's.
    private func exchangeable(_ projection: Case) throws -> [String] {
        let columns = projection.columns
        let fields = try fieldsFilled(by: projection)
        var found: [String] = []
        for one in columns.indices {
            for other in columns.indices.dropFirst(one + 1)
            where Self.kind(of: columns[one]) == Self.kind(of: columns[other]) {
                // Parts of one field have their order there.
                let parts = fields[one].intersection(fields[other])
                if !parts.isEmpty, [fields[one], fields[other]].contains(parts) { continue }
                let own =
                    Self.likeness(columns[one], fields[one])
                    + Self.likeness(columns[other], fields[other])
                let exchanged =
                    Self.likeness(columns[one], fields[other])
                    + Self.likeness(columns[other], fields[one])
                if own > exchanged { continue }
                found.append("\(Self.name(of: columns[one])), \(Self.name(of: columns[other]))")
            }
        }
        return found
    }

    /// What each column changes, in a row with values and in one without.
    private func fieldsFilled(by projection: Case) throws -> [Set<String>] {
        let marks = projection.columns.map { Self.marks(of: $0.type) }
        var fields = [Set<String>](repeating: [], count: marks.count)
        try Catalog.empty().read { connection in
            for row in [marks.map(\.first), marks.map { _ in SQLValue.null }] {
                let before = try projection.fields(connection, row)
                for (place, marks) in marks.enumerated() {
                    for mark in [marks.first] + marks.others {
                        var changed = row
                        changed[place] = mark
                        let after = try projection.fields(connection, changed)
                        fields[place].formUnion(after.keys.filter { after[$0] != before[$0] })
                    }
                }
            }
        }
        return fields
    }

    // MARK: - Marks

    /// A value of a column's type, and others that differ from it. Texts are dates, lists and entries as well.
    private static func marks(
        of type: any SQLConvertible.Type
    ) -> (first: SQLValue, others: [SQLValue]) {
        switch type.init(sqlValue: .null).sqlValue {
        case .integer, .null: (.integer(1), type is Bool.Type ? [.integer(0)] : [.integer(2)])
        case .real: (.real(1), [.real(2)])
        case .text: (.text("1999"), [.text("2004"), .text("\u{1E}conductor\u{1F}2004\u{1F}")])
        case .blob: (.blob(Data("1999".utf8)), [.blob(Data("2004".utf8))])
        }
    }

    private static func kind(of column: Columns.Column) -> String {
        postgresType(of: marks(of: column.type).first)
    }

    private static func postgresType(of value: SQLValue) -> String {
        switch value {
        case .integer, .null: "bigint"
        case .real: "double precision"
        case .text: "text"
        case .blob: "bytea"
        }
    }

    // MARK: - Fields

    /// Takes a value apart down to what has no fields.
    private static func addFields(
        of value: Any, at path: String, to fields: inout [String: String]
    ) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional where !mirror.children.isEmpty:
            for child in mirror.children { addFields(of: child.value, at: path, to: &fields) }
        case .struct where !(value is any CustomStringConvertible), .tuple:
            for child in mirror.children {
                addFields(of: child.value, at: "\(path).\(child.label ?? "")", to: &fields)
            }
        default: fields[path] = "\(value)"
        }
    }

    // MARK: - Names

    /// Its alias, or its own name without that of its table.
    private static func name(of column: Columns.Column) -> String {
        let text = column.sql.form(for: .sqlite).text
        return String(text.split(whereSeparator: { " .\n".contains($0) }).last ?? "")
    }

    private static func letters(of name: String) -> [Character] {
        name.lowercased().filter(\.isLetter).map(\.self)
    }

    /// How alike a column is to the likest of some fields, from 0 to 1: the part of both that they have in common at one
    /// stretch.
    private static func likeness(_ column: Columns.Column, _ fields: Set<String>) -> Double {
        let name = letters(of: name(of: column))
        return fields.map { field in
            let field = letters(of: field)
            return 2 * Double(longestCommonPart(name, field)) / Double(name.count + field.count)
        }.max() ?? 0
    }

    private static func longestCommonPart(_ one: [Character], _ other: [Character]) -> Int {
        var (longest, lengths) = (0, [Int](repeating: 0, count: other.count + 1))
        for character in one {
            for place in other.indices.reversed() {
                lengths[place + 1] = other[place] == character ? lengths[place] + 1 : 0
                longest = max(longest, lengths[place + 1])
            }
        }
        return longest
    }

    // MARK: - None is left out

    @Test("every projection that has a name is checked, and those without have at most six columns")
    func completeness() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Store")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var named = 0
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            named +=
                text.matches(
                    of: /static (?:let|func) \w+(?:\([^)]*\))?\s*(?:=|->)\s*Projection\b/
                ).count
            for start in text.ranges(of: "try Projection {") {
                var depth = 0
                let end = text[start.lowerBound...].firstIndex { character in
                    depth += character == "{" ? 1 : character == "}" ? -1 : 0
                    return character == "}" && depth == 0
                }
                let body = text[start.upperBound..<(end ?? text.endIndex)]
                #expect(body.ranges(of: "column(").count <= 6, "\(file.lastPathComponent)")
            }
        }
        #expect(named > 20)
        #expect(
            named == Set(Self.cases.map { $0.testDescription.prefix { $0 != ":" } }).count)
    }
}
