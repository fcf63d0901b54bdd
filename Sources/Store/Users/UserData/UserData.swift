package import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithStore

/// The users' own data, in a form that outlives the library: each item with all by which it can be recognized
/// in another one, and each user's values of it. It is kept as JSON, whose keys are never renamed.
package struct UserData: Hashable, Sendable {
    /// The name of the format in the file.
    package static let format = "phonolith-user-data"
    /// The latest version of the form. The first had the values of one user.
    package static let version = 2
    /// In ``Item/values`` and ``users``: the one user of a file of the first version.
    package static let unnamed = ""

    // ``UserData/format``.
    package var format = UserData.format
    /// Readers refuse what is newer than they are.
    package var version = UserData.version
    /// One for each item, by path.
    package var items: [Item] = []
    /// All users, in the order in which they were added.
    package var users: [User] = []
    // Absent without any.
    package var radioStations: [RadioStation]?
    /// The addresses of the podcasts that are subscribed to; absent without any.
    package var podcastFeeds: [String]?

    package init() {}

    /// A user with what belongs to no single item.
    package struct User: Hashable, Sendable, Codable {
        /// The key of the user in ``Item/values``.
        package var name: String
        // `admin` or `user`.
        package var role: UserRole
        /// When the user was added, to the second.
        package var dateCreated: Date
        /// The absolute paths of the roots that the user does not see; paths that are not UTF-8 are left out.
        package var closedRoots: [String]?
        package var playlists: [PortablePlaylist]?
        package var queue: Queue?
        /// The user's values of artists.
        package var artists: [Artist]?
        /// The user's values of albums that no item is on any more.
        package var albums: [Album]?
        /// The shares that the user made.
        package var shares: [Share]?
        /// Rights of users in general that this user lacks.
        package var deniedRights: [String]?
    }

    package struct Queue: Hashable, Sendable, Codable {
        /// In the order of playing.
        package var entries: [Entry]
        /// The place of the current entry, from 0.
        package var currentIndex: Int?
        /// In the current entry, in seconds.
        package var time: Double
        // `none`, `one` or `all`.
        package var repeatMode: String
        // `off`, `songs` or `albums`.
        package var shuffleMode: String
        /// When it was kept, to the second.
        package var dateChanged: Date?
        /// The program that kept it.
        package var changedBy: String?

        /// An entry: its item, and its place in the order in which entries were added.
        package struct Entry: Hashable, Sendable, Codable {
            /// The file or the address.
            package var source: PortablePlaylist.Entry
            // From 0.
            package var ownPosition: Int
        }
    }

    /// An item, and the users' values of it.
    package struct Item: Hashable, Sendable, Codable {
        // MARK: How it is recognized

        /// Absolute; empty for a track without a file, such as one of a subscription.
        package var path: String
        /// The bytes of a path that is not UTF-8, in Base64.
        package var pathBase64: String?
        /// Text, as in the tags.
        package var title: String?
        /// Text, as in the tags.
        package var artist: String?
        /// Text, as in the tags.
        package var albumTitle: String?
        /// Text, as in the tags.
        package var albumArtist: String?
        // From 1.
        package var discNumber: Int?
        // From 1.
        package var albumTrackNumber: Int?
        // In seconds.
        package var playbackDuration: Double?
        /// The number in the cue sheet of a track that is a part of its file; 0 for what is hidden before the
        /// first; absent for a file's own item.
        package var cueTrack: Int?
        /// Of a track of a cue sheet, where the sheet has it.
        package var isrc: String?
        // The tag `MUSICBRAINZ_RELEASETRACKID`.
        package var musicBrainzTrackID: String?
        /// The signature of the audio, in hexadecimal.
        package var audioSignature: String?

        // MARK: The users' own

        /// To the second; absent where it is not known.
        package var dateAdded: Date?
        /// By the users' names; absent where no user did anything.
        package var values: [String: Values]?
        /// Users' values of the album, by their names: one item of an album stands for it.
        package var albumValues: [String: GroupValues]?
    }

    /// One user's values of one item. Absent values are unknown.
    package struct Values: Hashable, Sendable, Codable {
        // 0 to 5.
        package var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        package var favoriteDate: Date?
        // Absent for 0.
        package var playCount: Int?
        // Absent for 0.
        package var skipCount: Int?
        // To the second.
        package var lastPlayedDate: Date?
        // In seconds.
        package var bookmarkTime: Double?
        /// The user's words about the bookmark.
        package var bookmarkComment: String?
        /// Each time that it was played, by time.
        package var plays: [Play]?

        package init() {}

        var isEmpty: Bool { self == Values() }
    }

    /// One time that an item was played.
    package struct Play: Hashable, Sendable, Codable {
        // To the second.
        package var date: Date
        /// The program that played it.
        package var player: String
        /// Whether it was played to its end.
        package var finished: Bool
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
    package init(from decoder: any Decoder) throws {
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
package enum UserDataError: Error, Hashable, Sendable, CustomStringConvertible {
    case otherFormat
    /// It begins as such a file does, and is no whole one.
    case damaged
    /// It is a database, probably a library.
    case database
    /// It was made by a newer version of Phonolith.
    case newerVersion(Int)
    /// A date in the file does not exist.
    case wrongDate(String)

    /// One line, without the file's name.
    package var description: String {
        switch self {
        case .otherFormat: "is not a file of phonolith export-user-data"
        case .damaged:
            "is a file of phonolith export-user-data that is cut off or damaged; choose another file"
        case .database:
            "is a database, not a file of phonolith export-user-data; to import an old library, export its data first: phonolith export-user-data --library OLD FILE"
        case .newerVersion(let version):
            "was made by a newer version of phonolith (format \(version)); update phonolith to read it"
        case .wrongDate(let text):
            "has a wrong date, '\(text.prefix(100))'; write one like 2026-11-21T09:30:00Z"
        }
    }
}

extension UserData {
    /// Ensures that this version can read it.
    ///
    /// - Throws: ``UserDataError``.
    package func validate() throws(UserDataError) {
        guard format == Self.format else { throw .otherFormat }
        guard version <= Self.version else { throw .newerVersion(version) }
    }
}
