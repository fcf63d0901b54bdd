import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithStore

/// The pictures of items and folders.
public struct ArtworkStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// Pictures of items and folders.
    public var artworks: ArtworkStore { ArtworkStore(catalog: self) }
}

extension ArtworkStore {
    /// A picture of an item with its bytes.
    ///
    /// - Parameter kind: The picture's subject; `nil` for the preferred one: the front cover in the
    ///   file, else the picture in its folder, else the first in the file; where folders go first, that in
    ///   the folder before all others.
    public func picture(
        of item: MediaItemID, kind: MediaArtwork.Kind? = nil
    ) throws -> Picture? {
        try read { database in
            let reader = try ItemReader(viewer(database), database, artworkPreference)
            guard try reader.item(item.rawValue) != nil else { return nil }
            let all = try reader.artworkOfItem(item.rawValue)
            let wanted = all.first { kind == nil || $0.artwork.kind == kind }
            guard let wanted else { return nil }
            let bytes = try Data.fetchOne(
                database, literal: "SELECT bytes FROM artworks WHERE id = \(wanted.id)")
            return Picture(artwork: wanted.artwork, bytes: Array(bytes ?? Data()))
        }
    }

    /// A picture's bytes; `nil` if the library has no such picture any more.
    public func picture(_ artwork: MediaArtwork) throws -> Picture? {
        try read { database in
            try Data.fetchOne(
                database,
                literal: """
                    SELECT bytes FROM artworks
                    WHERE sha256 = \(Data(hexadecimal: artwork.sha256))
                    AND \(sql: viewer(database).seesPicture("artworks.id"))
                    """
            ).map { Picture(artwork: artwork, bytes: Array($0)) }
        }
    }

    /// The hashes of the preferred pictures of items, in hexadecimal; without those that have none.
    package func hashes(of items: [MediaItemID]) throws -> [MediaItemID: String] {
        if items.isEmpty { return [:] }
        let ids = Set(items.map(\.rawValue))
        return try read { database in
            let pictures = ArtworkPreference.pictures(
                ofItems: "items.id IN \(.ids(ids))")
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT item_id, sha256 FROM (\(pictures)) AS pictures \
                    JOIN artworks ON artworks.id = artwork_id \
                    ORDER BY item_id, \(sql: artworkPreference.firstTerms), position
                    """, cached: true)
            var hashes: [MediaItemID: String] = [:]
            for row in rows {
                let item: MediaItemID = row[0]
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
