public import Foundation

// What users have by the service alone.

extension UserData {
    /// What a user thinks of an album or an artist.
    public struct GroupValues: Hashable, Sendable, Codable {
        /// 1 to 5.
        public var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        public var favoriteDate: Date?
    }

    /// An artist, and what a user thinks of it.
    public struct Artist: Hashable, Sendable, Codable {
        /// As it is shown.
        public var name: String
        /// Absent where not all tags have it.
        public var musicBrainzID: String?
        /// 1 to 5.
        public var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        public var favoriteDate: Date?
    }

    /// The queue that a user's programs keep.
    public struct ProgramQueue: Hashable, Sendable, Codable {
        /// In the order of playing.
        public var entries: [PortablePlaylist.Entry]
        /// The place of the current entry, from 0.
        public var currentIndex: Int?
        /// In the current entry, in milliseconds.
        public var time: Int
        /// To the second.
        public var dateChanged: Date
        /// The program that kept it.
        public var changedBy: String
    }

    /// Items that a user shows to others.
    public struct Share: Hashable, Sendable, Codable {
        /// The end of its address.
        public var token: String
        /// The user's words about it.
        public var description: String?
        /// To the second.
        public var dateCreated: Date
        /// To the second; absent for a share that does not expire.
        public var expires: Date?
        /// How often it was looked at.
        public var visitCount: Int
        /// In order.
        public var entries: [PortablePlaylist.Entry]
    }

    /// A station of internet radio.
    public struct RadioStation: Hashable, Sendable, Codable {
        /// What it is called.
        public var name: String
        /// Where its sound is.
        public var streamURL: String
        /// Where its page is.
        public var homePageURL: String?
    }
}
