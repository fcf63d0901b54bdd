import Database
import Foundation
package import LibraryStore
import MediaModel

/// The rule by which one of several pictures is shown for an item or a collection.
package enum ArtworkPreference {
    /// Front covers in files, pictures in folders, other pictures in files.
    case embeddedFirst
    /// Pictures in folders, front covers in files, other pictures in files.
    case folderFirst

    /// The first terms of ORDER BY, over the columns `source` and `is_other`; pictures equal in them come
    /// by their places.
    var firstTerms: String {
        switch self {
        case .embeddedFirst: "is_other, source"
        case .folderFirst: "source DESC, is_other"
        }
    }

    /// Selects all pictures of some items: where each comes from (0 the file, 1 its folder), whether it is
    /// something else than a front cover, its number, and its place.
    ///
    /// - Parameter items: The condition for the rows of `items`.
    static func pictures(ofItems items: SQL) -> SQL {
        """
        SELECT 0 AS source, \(.flag("kind <> \(MediaArtwork.Kind.front.rawValue)")) AS is_other, \
        artwork_id, disc_number, track_number, place_key, items.id AS item_id, position \
        FROM items JOIN item_artworks ON item_artworks.item_id = items.id WHERE \(items) \
        UNION ALL \
        SELECT 1, 0, artwork_id, disc_number, track_number, place_key, items.id, position \
        FROM items JOIN files ON files.id = items.file_id \
        JOIN folder_artworks ON folder_artworks.folder_id = files.folder_id \
        WHERE artwork_id IS NOT NULL AND \(items)
        """
    }
}

extension CatalogStore {
    package var artworkPreference: ArtworkPreference {
        catalog.prefersFolderArtwork ? .folderFirst : .embeddedFirst
    }
}
