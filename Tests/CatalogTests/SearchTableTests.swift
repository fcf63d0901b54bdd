import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithStore
import Testing

/// The words of things, many at a time.
@Suite struct SearchTableTests {
    @Test("things get other words, or none, together")
    func several() throws {
        let catalog = try Catalog.empty()
        func words() throws -> [String] {
            try catalog.read {
                try String.fetchAll($0, literal: "SELECT words FROM search_albums ORDER BY rowid")
            }
        }
        try catalog.write { database in
            try SearchTable.albums.update([1: "one", 2: "two", 3: "three", 4: "four"], database)
            try SearchTable.albums.update([2: "dos", 3: "tres", 4: "four", 5: "cinco"], database)
        }
        #expect(try words() == ["one", "dos", "tres", "four", "cinco"])
        try catalog.write { database in
            try SearchTable.albums.remove([1, 3, 5] as [Int64], database)
            try SearchTable.albums.remove([] as [Int64], database)
        }
        #expect(try words() == ["dos", "four"])
    }
}
