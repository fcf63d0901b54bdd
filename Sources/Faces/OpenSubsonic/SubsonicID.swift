package import PhonolithMediaModel
package import PhonolithUsers

/// The id of a thing in the protocol: the kind of thing, and its number in the library. As text it is `tr-12`,
/// which stays as it is as long as the thing is in the library.
package enum SubsonicID: Hashable, Sendable, LosslessStringConvertible {
    case song(MediaItemID)
    case album(MediaAlbumID)
    case artist(MediaArtistID)
    /// The songs of an artist that no album holds, which are shown as one.
    case loose(MediaArtistID)
    case playlist(MediaPlaylistID)
    case folder(Int64)
    case station(PersistentID<RadioStation>)
    case share(PersistentID<Share>)
    case podcast(MediaPodcastID)
    case feed(PersistentID<PodcastFeed>)
    case episode(PersistentID<FeedEpisode>)

    package init?(_ text: String) {
        guard text.utf8.count > 3, let number = Int64(text.dropFirst(3)), number > 0,
            // Only one way to write each: no sign, no leading zero.
            String(number) == text.dropFirst(3)
        else { return nil }
        switch text.prefix(3) {
        case "tr-": self = .song(PersistentID(number))
        case "al-": self = .album(PersistentID(number))
        case "ar-": self = .artist(PersistentID(number))
        case "lo-": self = .loose(PersistentID(number))
        case "pl-": self = .playlist(PersistentID(number))
        case "fo-": self = .folder(number)
        case "st-": self = .station(PersistentID(number))
        case "sh-": self = .share(PersistentID(number))
        case "po-": self = .podcast(PersistentID(number))
        case "fe-": self = .feed(PersistentID(number))
        case "ep-": self = .episode(PersistentID(number))
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .song(let id): "tr-\(id)"
        case .album(let id): "al-\(id)"
        case .artist(let id): "ar-\(id)"
        case .loose(let id): "lo-\(id)"
        case .playlist(let id): "pl-\(id)"
        case .folder(let id): "fo-\(id)"
        case .station(let id): "st-\(id)"
        case .share(let id): "sh-\(id)"
        case .podcast(let id): "po-\(id)"
        case .feed(let id): "fe-\(id)"
        case .episode(let id): "ep-\(id)"
        }
    }
}

/// The id of a picture: the thing that it shows, and the beginning of the hash of its bytes, so that an id whose hash
/// is right stands for the same bytes forever.
package struct CoverArtID: Hashable, Sendable, LosslessStringConvertible {
    package var subject: SubsonicID
    /// In hexadecimal; absent in the ids that old programs make of the thing's own.
    package var hash: String?

    static let hashLength = 16

    package init(_ subject: SubsonicID, sha256: String?) {
        self.subject = subject
        hash = sha256.map { String($0.prefix(Self.hashLength)) }
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard let subject = SubsonicID(String(parts[0])) else { return nil }
        self.subject = subject
        hash = parts.count > 1 ? String(parts[1]) : nil
    }

    package var description: String { hash.map { "\(subject)_\($0)" } ?? "\(subject)" }
}
