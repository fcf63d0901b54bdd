internal import Database
import Foundation
public import LibraryStore
public import MediaModel

extension Catalog {
    /// A picture of an item with its bytes.
    ///
    /// - Parameter kind: What the picture is to show; `nil` for the preferred one: the front cover in the
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
}

/// Which picture of several stands for an item or a collection.
package enum ArtworkPreference {
    /// Front covers in files, pictures in folders, other pictures in files.
    case embeddedFirst
    /// Pictures in folders, front covers in files, other pictures in files.
    case folderFirst

    /// The first terms of ORDER BY, over the columns `source` and `is_other`; those that are equal in them come
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
    /// - Parameter items: What is true of the rows of `items` that count.
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

extension Catalog {
    package var artworkPreference: ArtworkPreference {
        prefersFolderArtwork ? .folderFirst : .embeddedFirst
    }
}
