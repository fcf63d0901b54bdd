import JSONWriting
import MediaModel

/// What is to be said of some albums, which are listed for it.
struct AlbumRemarks {
    /// What is said of one album.
    struct Remark {
        let fields: [(name: String, value: MediaValue)]
        /// Albums with the same number are listed together.
        var group: Int?
    }

    let remarks: [MediaAlbumID: Remark]
    let fields: [String]
    let column: TableColumn
    /// What is printed where there is nothing to list.
    let emptyNote: String

    /// Whether some albums are listed together.
    var areGrouped: Bool { remarks.values.contains { $0.group != nil } }

    /// Remark on an album.
    subscript(album: MediaItemCollection) -> Remark? {
        remarks[PersistentID(album.persistentID)]
    }

    /// What albums lack.
    init(_ gaps: [MediaAlbumID: AlbumGaps]) {
        remarks = gaps.mapValues {
            Remark(fields: [("missingTracks", .texts($0.missing.map(\.description)))])
        }
        fields = ["missingTracks"]
        column = TableColumn("Missing", field: "missingTracks", minimum: 8)
        emptyNote = "No matching albums have missing tracks."
    }

    /// Which albums are editions of one.
    init(_ editions: AlbumEditions) {
        var remarks: [MediaAlbumID: Remark] = [:]
        for (number, albums) in editions.groups.enumerated() {
            for album in albums {
                let others = albums.map(\.id).filter { $0 != album.id }.map(\.description)
                remarks[album.id] = Remark(
                    fields: [
                        ("edition", .texts(album.marks)), ("otherEditions", .texts(others)),
                    ], group: number)
            }
        }
        self.remarks = remarks
        fields = ["edition", "otherEditions"]
        column = TableColumn("Edition", field: "edition", minimum: 12)
        emptyNote = "No matching albums have other editions."
    }
}
