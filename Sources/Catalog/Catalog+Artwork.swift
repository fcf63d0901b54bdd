import Foundation
internal import GRDB
public import MediaModel

extension Catalog {
    /// A picture of an item with its bytes.
    ///
    /// - Parameter kind: What the picture is to show; `nil` for the preferred one: the first front cover, or
    ///   the first picture where there is none.
    public func picture(
        of item: MediaItemID, kind: MediaArtwork.Kind? = nil
    ) throws -> Picture? {
        try read { database in
            let all = try ItemReader(database, prefersFolderArtwork).artworkOfItem(item.rawValue)
            let wanted =
                all.first { $0.artwork.kind == kind ?? .front } ?? (kind == nil ? all.first : nil)
            guard let wanted else { return nil }
            let bytes = try Data.fetchOne(
                database, sql: "SELECT bytes FROM artworks WHERE id = ?", arguments: [wanted.id])
            return Picture(artwork: wanted.artwork, bytes: Array(bytes ?? Data()))
        }
    }

    /// A picture's bytes; `nil` where the library has no such picture any more.
    public func picture(_ artwork: MediaArtwork) throws -> Picture? {
        try read { database in
            try Data.fetchOne(
                database, sql: "SELECT bytes FROM artworks WHERE sha256 = ?",
                arguments: [Data(hexadecimal: artwork.sha256)]
            ).map { Picture(artwork: artwork, bytes: Array($0)) }
        }
    }
}
