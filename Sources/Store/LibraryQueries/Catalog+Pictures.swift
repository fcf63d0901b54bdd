internal import Database
import Foundation
package import LibraryStore
package import MediaModel

extension Catalog {
    /// The hashes of the preferred pictures of items, in hexadecimal; without those that have none.
    package func pictureHashes(of items: [MediaItemID]) throws -> [MediaItemID: String] {
        if items.isEmpty { return [:] }
        let ids = Set(items.map(\.rawValue))
        return try read { database in
            let pictures = ArtworkPreference.pictures(
                ofItems: "items.id IN \(.ids(ids))")
            let rows = try Row.fetchCursor(
                database,
                literal: """
                    SELECT item_id, sha256 FROM (\(pictures)) AS pictures \
                    JOIN artworks ON artworks.id = artwork_id \
                    ORDER BY item_id, \(sql: artworkPreference.firstTerms), position
                    """, cached: true)
            var hashes: [MediaItemID: String] = [:]
            while let row = try rows.next() {
                let item = MediaItemID(row[0] as Int64)
                if hashes[item] == nil { hashes[item] = (row[1] as Data).hexadecimal }
            }
            return hashes
        }
    }

    /// A picture by its hash, with its type; `nil` if the user sees no such picture.
    package func picture(sha256: String) throws -> (mimeType: String, bytes: [UInt8])? {
        try read { database in
            try Row.fetchOne(
                database,
                literal: """
                    SELECT mime_type, bytes FROM artworks
                    WHERE sha256 = \(Data(hexadecimal: sha256))
                    AND \(sql: viewer(database).seesPicture("artworks.id"))
                    """
            ).map { ($0[0], Array($0[1] as Data)) }
        }
    }
}
