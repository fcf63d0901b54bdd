import FoundationEssentials
import PhonolithDatabase
import PhonolithMediaModel
package import PhonolithStore

/// The rule by which one of several pictures is shown for an item or a collection.
package enum ArtworkPreference {
    /// Front covers in files, pictures in folders, other pictures in files.
    case embeddedFirst
    /// Pictures in folders, front covers in files, other pictures in files.
    case folderFirst

    /// The first terms of ORDER BY, over the columns `source` and `rank`; pictures equal in them come
    /// by their places.
    var firstTerms: String {
        switch self {
        case .embeddedFirst: "rank, source"
        case .folderFirst: "source DESC, rank"
        }
    }

    /// How far the kind of a picture is from a front cover, 0 for that: pictures of no stated kind, which many programs
    /// write, then other sides of the release, then people and places, and icons last.
    static let rank: SQL = """
        CASE WHEN kind = \(MediaArtwork.Kind.front.rawValue) THEN 0 \
        WHEN kind = \(MediaArtwork.Kind.other.rawValue) THEN 1 \
        WHEN kind IN \(MediaArtwork.Kind.sidesOfRelease.map(\.rawValue)) THEN 2 \
        WHEN kind IN \(MediaArtwork.Kind.icons.map(\.rawValue)) THEN 4 ELSE 3 END
        """

    /// Selects all pictures of some items: where each comes from (0 the file, 1 its folder), its rank, whether it is in
    /// the folder above that of a disc, its number, and its place.
    ///
    /// - Parameter items: The condition for the rows of `items`.
    static func pictures(ofItems items: SQL) -> SQL {
        """
        SELECT 0 AS source, \(rank) AS rank, 0 AS is_above, \
        artwork_id, disc_number, track_number, place_key, items.id AS item_id, position \
        FROM items JOIN item_artworks ON item_artworks.item_id = items.id WHERE \(items) \
        UNION ALL \
        SELECT 1, 0, \(.flag("substr(folder_artworks.name, 1, 3) = \(Data("../".utf8))")), \
        artwork_id, disc_number, track_number, place_key, items.id, position \
        FROM items JOIN files ON files.id = items.file_id \
        JOIN folder_artworks ON folder_artworks.folder_id = files.folder_id \
        WHERE artwork_id IS NOT NULL AND \(items)
        """
    }

    /// Selects the picture of a collection: of the best rank, in the folder above its discs before those of discs, on most of
    /// its items, and of equal ones that of the first item.
    ///
    /// - Parameter items: The condition for the rows of `items`.
    func picture(ofCollection items: SQL) -> SQL {
        """
        SELECT sha256 FROM (\(Self.pictures(ofItems: items))) AS pictures \
        JOIN artworks ON artworks.id = artwork_id \
        GROUP BY artwork_id, sha256, source, rank, is_above \
        ORDER BY \(sql: firstTerms), is_above DESC, count(*) DESC, \
        min(coalesce(disc_number, 0) * 1000000 + coalesce(track_number, 0)), min(place_key), \
        min(item_id), min(position) LIMIT 1
        """
    }
}

extension MediaArtwork.Kind {
    /// Other sides of what is sold.
    fileprivate static let sidesOfRelease: [Self] = [.back, .leaflet, .media]
    /// Pictures of 32 pixels, of the file and not of the release.
    fileprivate static let icons: [Self] = [.fileIcon, .otherFileIcon]
}

extension CatalogStore {
    package var artworkPreference: ArtworkPreference {
        catalog.prefersFolderArtwork ? .folderFirst : .embeddedFirst
    }
}
