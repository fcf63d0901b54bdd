public import Foundation

/// What is the user's own, in a form that outlives the library: each item with all by which it can be known
/// again in another one. It is kept as JSON, whose keys are never renamed.
public struct UserData: Hashable, Sendable, Codable {
    /// What the file says it is.
    public static let format = "phonolith-user-data"
    /// The latest version of the form.
    public static let version = 1

    /// ``UserData/format``.
    public var format = UserData.format
    /// Readers refuse what is newer than they are.
    public var version = UserData.version
    /// One for each item, by path.
    public var items: [Item] = []
    /// The user's lists; absent where there are none, and in files of before they were written.
    public var playlists: [PortablePlaylist]?

    /// No data.
    public init() {}

    /// What the user did with one item, and what the item is.
    public struct Item: Hashable, Sendable, Codable {
        // MARK: By what it is known again

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

        // MARK: What is the user's

        /// 0 to 5.
        public var rating: Int?
        /// Absent for 0.
        public var playCount: Int?
        /// Absent for 0.
        public var skipCount: Int?
        /// To the second.
        public var lastPlayedDate: Date?
        /// To the second.
        public var dateAdded: Date
        /// In seconds.
        public var bookmarkTime: Double?
    }
}

/// Why a file of user data is not taken.
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
