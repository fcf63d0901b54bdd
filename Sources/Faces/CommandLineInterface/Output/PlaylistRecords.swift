import PhonolithMediaModel

// Playlists and their entries, as they are printed.

extension TableColumn {
    static let playlists: [TableColumn] = [
        TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true),
        TableColumn("Playlist", field: "name", minimum: 12),
        TableColumn("Entries", field: "count", minimum: 1, isRightAligned: true),
        TableColumn(title: "Not found", minimum: 1, isRightAligned: true) { record in
            record["unresolved"] == .integer(0) ? nil : record["unresolved"]?.plainText
        },
        .time,
        TableColumn(title: "Rule") { $0["where"]?.plainText },
    ]

    static let entries: [TableColumn] = [
        TableColumn("#", field: "position", minimum: 1, isRightAligned: true),
        TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true),
        TableColumn(title: "Title", minimum: 12) {
            ($0["title"] ?? $0["location"] ?? $0["relativePath"])?.plainText
        },
        TableColumn("Artist", field: "artist", minimum: 10),
        TableColumn("Album", field: "albumTitle", minimum: 10), .time,
        TableColumn(title: "") { $0["isResolved"] == .boolean(false) ? "not found" : nil },
    ]
}
