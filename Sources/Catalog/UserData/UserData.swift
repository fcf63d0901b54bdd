public import Foundation
package import MediaModel

/// What is the users' own, in a form that outlives the library: each item with all by which it can be recognized in
/// another one, and what each user did with it. It is kept as JSON, whose keys are never renamed.
public struct UserData: Hashable, Sendable {
    /// What the file says it is.
    public static let format = "phonolith-user-data"
    /// The latest version of the form. The first had the values of one user.
    public static let version = 2
    /// In ``Item/values`` and ``users``: the one user of a file of the first version.
    public static let unnamed = ""

    /// ``UserData/format``.
    public var format = UserData.format
    /// Readers refuse what is newer than they are.
    public var version = UserData.version
    /// One for each item, by path.
    public var items: [Item] = []
    /// All users, in the order in which they were added.
    public var users: [User] = []
    /// Absent without any.
    public var radioStations: [RadioStation]?
    /// The addresses of the podcasts that are subscribed to; absent without any.
    public var podcastFeeds: [String]?

    /// No data.
    public init() {}

    /// A user with what belongs to no single item.
    public struct User: Hashable, Sendable, Codable {
        /// The key of the user in ``Item/values``.
        public var name: String
        /// `admin` or `user`.
        public var role: UserRole
        /// When the user was added, to the second.
        public var dateCreated: Date
        /// The absolute paths of the roots that the user does not see; those that are not UTF-8 are left out.
        public var closedRoots: [String]?
        /// The user's playlists.
        public var playlists: [PortablePlaylist]?
        /// The kept queue.
        public var queue: Queue?
        /// What the user thinks of artists.
        public var artists: [Artist]?
        /// The queue of the user's programs.
        public var programQueue: ProgramQueue?
        /// What the user shows to others.
        public var shares: [Share]?
        /// What the user may not do, of what users may.
        public var deniedRights: [String]?
    }

    /// A kept queue.
    public struct Queue: Hashable, Sendable, Codable {
        /// In the order of playing.
        public var entries: [Entry]
        /// The place of the current entry, from 0.
        public var currentIndex: Int?
        /// In the current entry, in seconds.
        public var time: Double
        /// `none`, `one` or `all`.
        public var repeatMode: String
        /// `off`, `songs` or `albums`.
        public var shuffleMode: String

        /// An entry: what is played, and its place in the order in which entries were added.
        public struct Entry: Hashable, Sendable, Codable {
            /// The file or the address.
            public var source: PortablePlaylist.Entry
            /// From 0.
            public var ownPosition: Int
        }
    }

    /// An item, and what the users did with it.
    public struct Item: Hashable, Sendable, Codable {
        // MARK: How it is recognized

        /// Absolute.
        public var path: String
        /// The bytes of a path that is not UTF-8, in Base64.
        public var pathBase64: String?
        /// Text, as in the tags.
        public var title: String?
        /// Text, as in the tags.
        public var artist: String?
        /// Text, as in the tags.
        public var albumTitle: String?
        /// Text, as in the tags.
        public var albumArtist: String?
        /// From 1.
        public var discNumber: Int?
        /// From 1.
        public var albumTrackNumber: Int?
        /// In seconds.
        public var playbackDuration: Double?
        /// The number in the cue sheet of a track that is a part of its file; 0 for what is hidden before the
        /// first; absent for a file's own item.
        public var cueTrack: Int?
        /// The tag `MUSICBRAINZ_RELEASETRACKID`.
        public var musicBrainzTrackID: String?
        /// What the audio is known by, in hexadecimal.
        public var audioSignature: String?

        // MARK: What is the users'

        /// To the second; absent where it is not known.
        public var dateAdded: Date?
        /// By the users' names; absent where no user did anything.
        public var values: [String: Values]?
        /// What users think of the album, by their names: one item of an album stands for it.
        public var albumValues: [String: GroupValues]?
    }

    /// What one user did with one item. What is absent is not known.
    public struct Values: Hashable, Sendable, Codable {
        /// 0 to 5.
        public var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        public var favoriteDate: Date?
        /// Absent for 0.
        public var playCount: Int?
        /// Absent for 0.
        public var skipCount: Int?
        /// To the second.
        public var lastPlayedDate: Date?
        /// In seconds.
        public var bookmarkTime: Double?
        /// The user's words about the bookmark.
        public var bookmarkComment: String?
        /// Each time that it was played, by time.
        public var plays: [Play]?

        /// No values.
        public init() {}

        var isEmpty: Bool { self == Values() }
    }

    /// One time that an item was played.
    public struct Play: Hashable, Sendable, Codable {
        /// To the second.
        public var date: Date
        /// The program that played it.
        public var player: String
        /// Whether it was played to its end.
        public var finished: Bool
    }
}

// MARK: - JSON

extension UserData.User {
    /// The one user of another program.
    package static let unnamed = Self(
        name: UserData.unnamed, role: .user, dateCreated: Date(timeIntervalSince1970: 0))
}

extension UserData.Item {
    /// Makes an item of which no more is known.
    package init(
        path: MediaPath, title: String?, artist: String?, albumTitle: String?, albumArtist: String?
    ) {
        self.path = path.description
        pathBase64 = path.isUTF8 ? nil : Data(path.bytes).base64EncodedString()
        (self.title, self.artist, self.albumTitle, self.albumArtist) =
            (title, artist, albumTitle, albumArtist)
    }
}

extension UserData: Decodable {
    private enum Key: String, CodingKey {
        case format, version, items, users, playlists, radioStations, podcastFeeds
    }

    /// Reads a file of any version up to ``version``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        format = try values.decode(String.self, forKey: .format)
        version = try values.decode(Int.self, forKey: .version)
        items = try values.decode([Item].self, forKey: .items)
        guard version == 1 else {
            users = try values.decode([User].self, forKey: .users)
            radioStations = try values.decodeIfPresent([RadioStation].self, forKey: .radioStations)
            podcastFeeds = try values.decodeIfPresent([String].self, forKey: .podcastFeeds)
            return
        }
        // The values of the one user were beside what an item is recognized by.
        let known = try values.decode([Values].self, forKey: .items)
        for (index, values) in known.enumerated() where !values.isEmpty {
            items[index].values = [Self.unnamed: values]
        }
        users = [
            User(
                name: Self.unnamed, role: .admin, dateCreated: Date(timeIntervalSince1970: 0),
                playlists: try values.decodeIfPresent([PortablePlaylist].self, forKey: .playlists))
        ]
    }
}

/// Why a file of user data is not imported.
public enum UserDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is something else.
    case otherFormat
    /// It was made by a newer version of Phonolith.
    case newerVersion(Int)

    /// One line, without the file's name.
    public var description: String {
        switch self {
        case .otherFormat: "is no file of phonolith export-user-data"
        case .newerVersion(let version):
            "was made by a newer version of phonolith (form \(version)); update phonolith to read it"
        }
    }
}

extension UserData {
    /// Makes sure that this version can read it.
    ///
    /// - Throws: ``UserDataError``.
    public func validate() throws(UserDataError) {
        guard format == Self.format else { throw .otherFormat }
        guard version <= Self.version else { throw .newerVersion(version) }
    }
}
