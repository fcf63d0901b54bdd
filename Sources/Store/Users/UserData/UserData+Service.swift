package import FoundationEssentials

// Data that users have by the service alone.

extension UserData {
    /// A user's values of an album or an artist.
    package struct GroupValues: Hashable, Sendable, Codable {
        // 1 to 5.
        package var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        package var favoriteDate: Date?

        package init(rating: Int? = nil, favoriteDate: Date? = nil) {
            (self.rating, self.favoriteDate) = (rating, favoriteDate)
        }
    }

    /// An artist, and a user's values of it.
    package struct Artist: Hashable, Sendable, Codable {
        package var name: String
        /// Absent where not all tags have it.
        package var musicBrainzID: String?
        // 1 to 5.
        package var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        package var favoriteDate: Date?

        package init(name: String, musicBrainzID: String?, rating: Int?, favoriteDate: Date?) {
            (self.name, self.musicBrainzID) = (name, musicBrainzID)
            (self.rating, self.favoriteDate) = (rating, favoriteDate)
        }
    }

    /// An album without items, and a user's values of it.
    package struct Album: Hashable, Sendable, Codable {
        package var title: String
        /// Absent where the tracks were by several.
        package var albumArtist: String?
        package var musicBrainzID: String?
        // 1 to 5.
        package var rating: Int?
        /// When the user gave a star, to the second; absent without one.
        package var favoriteDate: Date?
    }

    /// Items that a user shows to others.
    package struct Share: Hashable, Sendable, Codable {
        /// The end of its address.
        package var token: String
        /// The user's words about it.
        package var description: String?
        // To the second.
        package var dateCreated: Date
        /// To the second; absent for a share that does not expire.
        package var expires: Date?
        /// How often it was looked at.
        package var visitCount: Int
        // In order.
        package var entries: [PortablePlaylist.Entry]
    }

    /// A station of internet radio.
    package struct RadioStation: Hashable, Sendable, Codable {
        package var name: String
        package var streamURL: String
        package var homePageURL: String?
    }
}
