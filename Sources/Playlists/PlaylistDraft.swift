public import MediaModel

/// A playlist that was read from files, on its way into the library.
public struct PlaylistDraft: Hashable, Sendable {
    /// What the list is called.
    public var name: String
    /// Names to take, in this order, where another list has ``name``; after these come numbers.
    public var otherNames: [String] = []
    /// Whether the user chose the name: then the list gets that name or none.
    public var isNameChosen = false
    /// Who made it.
    public var author: String?
    /// Words about it.
    public var description: String?
    /// What else the file says of it.
    public var details: PlaylistDetails
    /// In order; empty for a smart playlist.
    public var entries: [Entry]
    /// The rule of a smart playlist; `nil` for a list of entries.
    public var rule: SmartPlaylistRule?
    /// The file that it comes from; `nil` where it is not to follow a file.
    public var source: Source?

    /// An entry, and what its place is relative to.
    public struct Entry: Hashable, Sendable {
        /// What the file says.
        public var text: PlaylistEntry
        /// The folder of the file that says it.
        public var folder: MediaPath?

        /// Makes an entry.
        public init(_ text: PlaylistEntry, in folder: MediaPath?) {
            self.text = text
            self.folder = folder
        }
    }

    /// A playlist file.
    public struct Source: Hashable, Sendable {
        /// The absolute path.
        public var path: MediaPath
        /// When it was changed, in nanoseconds since 1970.
        public var modified: Int
        /// By what the file is found again elsewhere; `nil` where it need not be.
        public var signs: Signs?

        /// What a file keeps when it is moved or renamed.
        public struct Signs: Hashable, Sendable {
            /// Its number in the file system, which a later file gets when this one is deleted.
            public var inode: Int
            /// The SHA-256 of its content.
            public var sha256: [UInt8]

            /// Puts both together.
            public init(inode: Int, sha256: [UInt8]) {
                self.inode = inode
                self.sha256 = sha256
            }
        }

        /// Names a file.
        public init(path: MediaPath, modified: Int, signs: Signs? = nil) {
            self.path = path
            self.modified = modified
            self.signs = signs
        }
    }

    /// Makes a draft.
    public init(
        name: String, author: String? = nil, description: String? = nil,
        details: PlaylistDetails = PlaylistDetails(), entries: [Entry] = [],
        rule: SmartPlaylistRule? = nil, source: Source? = nil
    ) {
        self.name = name
        self.author = author
        self.description = description
        self.details = details
        self.entries = entries
        self.rule = rule
        self.source = source
    }
}
