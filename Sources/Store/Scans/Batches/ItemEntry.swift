import FoundationEssentials
import PhonolithMediaModel

/// A row of `items` that a batch writes, with the rows of other tables that belong to it. A class, because copies would
/// cost as much as to bind the values: each table takes its own selection of the entries.
final class ItemEntry {
    let id: Int64
    /// Whether the library does not have the item yet.
    let isNew: Bool
    let fileID: Int64
    /// Of the file, in bytes.
    let fileSize: Int
    let contents: ItemContents
    /// The track of a cue sheet that it is; `nil` for a file's own item.
    let track: ScannedTrack?
    /// Whether the tracks of a cue sheet replace it in lists.
    let isSuperseded: Bool
    /// Used where the item is new.
    let dateAdded: Date
    /// Known when the rows of names are.
    var credits: [StoredCredit] = []

    init(
        id: Int64, isNew: Bool, of file: ScannedFile, _ fileID: Int64, _ contents: ItemContents,
        track: ScannedTrack?, isSuperseded: Bool, dateAdded: Date
    ) {
        (self.id, self.isNew, self.fileID) = (id, isNew, fileID)
        fileSize = file.stamp.size
        self.contents = contents
        self.track = track
        self.isSuperseded = isSuperseded
        self.dateAdded = dateAdded
    }

    // A row of `credits`.
    struct StoredCredit {
        let role: Credit.Role
        let position: Int
        let name: Int64
    }

    /// The first spelling in a role.
    func firstName(_ role: Credit.Role) -> Int64? { credits.first { $0.role == role }?.name }
}
