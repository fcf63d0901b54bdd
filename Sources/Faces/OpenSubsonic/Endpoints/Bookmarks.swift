import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

enum BookmarkEndpoints {
    static let all = [
        Endpoint("getBookmarks", [], bookmarks),
        Endpoint(
            "createBookmark",
            [.required("id"), .required("position", .integer), .optional("comment", .anyText)],
            create),
        Endpoint("deleteBookmark", [.required("id")], delete),
    ]

    private static func bookmarks(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let query = MediaQuery(filterPredicates: [.not(.isMissing(.bookmarkTime))])
        let name = call.caller.name
        let objects = try await call.library.perform { catalog in
            let items = try catalog.items.all(matching: query)
            let notes = try catalog.values.bookmarkNotes()
            return try zip(items, catalog.songAnswers(items)).map { item, song in
                var object = SubsonicObject()
                object.add("position", (item.userValues.bookmarkTime ?? 0).milliseconds)
                object.add("username", name)
                let note = notes[item.persistentID]
                object.add("comment", note?.comment)
                object.add("created", (note?.created ?? item.userValues.dateAdded).iso8601)
                object.add("changed", (note?.changed ?? item.userValues.dateAdded).iso8601)
                object.add("entry", song)
                return object
            }
        }
        return .list("bookmarks", of: "bookmark", objects)
    }

    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let position = call.integer("position") ?? 0
        guard (0..<1_000_000_000_000).contains(position) else {
            throw SubsonicError.wrong(
                "position", "\(position)", expected: "milliseconds from the beginning")
        }
        let comment = call.optionalText("comment")
        try await call.library.perform { catalog in
            try catalog.transaction {
                try catalog.values.setBookmark(
                    Double(position) / 1000, of: item.persistentID, mayFollowEnd: true)
                try catalog.values.setBookmarkComment(comment, of: item.persistentID)
            }
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        _ = try await call.library.perform { try $0.values.setBookmark(nil, of: item.persistentID) }
        return .nothing
    }
}
