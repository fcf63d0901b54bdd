internal import PhonolithDatabase
import PhonolithMediaModel

// How items hang on artists and composers: an item's credits point to spellings, spellings to artists. These
// are the only places that know it; JOIN keeps the planner from turning a walk round.

extension Credit.Role {
    /// Spellings with their credits in the role: from an artist, or a name, to items.
    var creditsByName: SQL {
        """
        artist_names JOIN credits ON credits.name_id = artist_names.id \
        AND credits.role = \(stored)
        """
    }

    /// Credits of the row of `items` at hand in the role with their spellings; more may follow by AND.
    var creditsOfItem: SQL {
        """
        credits JOIN artist_names ON artist_names.id = credits.name_id \
        WHERE credits.item_id = items.id AND credits.role = \(stored)
        """
    }

    /// Whether the row of `items` at hand has a credit in the role by one of some spellings.
    ///
    /// - Parameter spelling: The condition for their rows of `artist_names`, whatever the item; they are looked up
    ///   once.
    func isCredited(to spelling: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM credits WHERE credits.item_id = items.id \
        AND credits.role = \(stored) \
        AND credits.name_id IN (SELECT id FROM artist_names WHERE \(spelling)))
        """
    }

    /// The first spelling of the row of `items` at hand in the role, as an expression; NULL for none. Artists are
    /// credited as album artists, too, if no album artist is tagged, but are not these.
    var firstName: String {
        switch self {
        case .artist: "items.artist_name_id"
        case .albumArtist: "items.album_artist_name_id"
        case .composer:
            """
            (SELECT name_id FROM credits WHERE item_id = items.id AND role = \(rawValue) \
            AND position = 0)
            """
        }
    }

    /// The join of credits in the role and their spellings to the rows of `items` before it.
    var creditsJoined: SQL {
        """
        JOIN credits ON credits.item_id = items.id AND credits.role = \(stored) \
        JOIN artist_names ON artist_names.id = credits.name_id
        """
    }

    /// A number of ours, written out: the planner sees it.
    private var stored: SQL { SQL(sql: String(rawValue)) }
}

extension MediaGrouping {
    /// The role of those whom items are put together by; `nil` if they are not put together by people.
    var role: Credit.Role? {
        switch self {
        case .artist: .artist
        case .albumArtist: .albumArtist
        case .composer: .composer
        case .title, .album, .genre, .podcastTitle, .playlist: nil
        }
    }
}
