package import PhonolithMediaModel

/// A playlist that was read from files, on its way into the library.
package struct PlaylistDraft: Hashable, Sendable {
    package var name: String
    /// Names to take, in this order, where another list has ``name``; after these come numbers.
    package var otherNames: [String] = []
    /// Whether the user chose the name: then the list gets that name or none.
    package var isNameChosen = false
    package var author: String?
    package var description: String?
    /// Further details from the file.
    package var details: PlaylistDetails
    /// In order; empty for a smart playlist.
    package var entries: [Entry]
    /// The rule of a smart playlist; `nil` for a list of entries.
    package var rule: SmartPlaylistRule?
    /// The file that it comes from; `nil` if it is not to follow a file.
    package var source: Source?

    /// An entry, and the folder that its place is relative to.
    package struct Entry: Hashable, Sendable {
        /// The entry as the file has it.
        package var text: PlaylistEntry
        /// The folder of the file that says it.
        package var folder: MediaPath?

        package init(_ text: PlaylistEntry, in folder: MediaPath?) {
            self.text = text
            self.folder = folder
        }
    }

    package struct Source: Hashable, Sendable {
        // The absolute path.
        package var path: MediaPath
        /// When it was changed, in nanoseconds since 1970.
        package var modified: Int
        /// By what the file is found again elsewhere; `nil` if it need not be.
        package var signs: Signs?

        /// Properties that a file keeps when it is moved or renamed.
        package struct Signs: Hashable, Sendable {
            /// Its number in the file system, which a later file gets when this one is deleted.
            package var inode: Int
            /// The SHA-256 of its content.
            package var sha256: [UInt8]

            package init(inode: Int, sha256: [UInt8]) {
                self.inode = inode
                self.sha256 = sha256
            }
        }

        package init(path: MediaPath, modified: Int, signs: Signs? = nil) {
            self.path = path
            self.modified = modified
            self.signs = signs
        }
    }

    /// Makes a draft.
    ///
    /// - Parameter name: As the file or the user has it; control characters are replaced by spaces.
    package init(
        name: String, author: String? = nil, description: String? = nil,
        details: PlaylistDetails = PlaylistDetails(), entries: [Entry] = [],
        rule: SmartPlaylistRule? = nil, source: Source? = nil
    ) {
        self.name = name.asName
        self.author = author
        self.description = description
        self.details = details
        self.entries = entries
        self.rule = rule
        self.source = source
    }
}
