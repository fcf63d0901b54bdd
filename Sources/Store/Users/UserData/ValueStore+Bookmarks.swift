package import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithStore

/// The data of a bookmark next to its time.
package struct BookmarkNote: Hashable, Sendable {
    package var created: Date
    package var changed: Date
    package var comment: String?
}

/// A bookmark at a time at which its item has ended. The description is one line.
public struct BookmarkError: PhonolithError {
    /// That it is after the end.
    public var code: Code { .afterEnd }
    /// The item's id.
    public var subject: String { item.description }
    /// The item.
    public var item: MediaItemID
    /// Its length in seconds.
    public var end: Double

    /// One line, without a full stop.
    public var description: String {
        "\(item): ends after \(end) seconds; choose a bookmark before that, or none"
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bookmark is at or after the end of its item.
        public static let afterEnd = Code(rawValue: "afterEnd")
    }
}

extension ValueStore {
    /// The notes of the user's bookmarks.
    package func bookmarkNotes() throws -> [MediaItemID: BookmarkNote] {
        try read { database in
            let notes = try Projection { column in
                (
                    column("item_id") as MediaItemID,
                    BookmarkNote(
                        created: column("created"), changed: column("changed"),
                        comment: column("comment"))
                )
            }.fetchAll(database, from: "bookmark_notes WHERE user_id = \(userID)")
            return Dictionary(uniqueKeysWithValues: notes)
        }
    }

    /// Gives the user's bookmark of an item a comment; `nil` for none.
    package func setBookmarkComment(
        _ comment: String?, of item: MediaItemID, now: Date = .now
    ) throws {
        try write {
            try $0.execute(
                literal: """
                    UPDATE bookmark_notes SET comment = \(comment),
                    changed = \(now.secondsSince1970)
                    WHERE user_id = \(userID) AND item_id = \(item.rawValue)
                    """)
        }
    }
}
