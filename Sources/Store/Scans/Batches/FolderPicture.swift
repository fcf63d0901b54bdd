package import PhonolithMediaModel

/// A picture file that stands for the items of its folder.
package struct FolderPicture: Hashable, Sendable {
    package var name: MediaPath
    // In bytes.
    package var size: Int
    /// When the file was changed, in nanoseconds since 1970.
    package var modified: Int
    /// When anything about the file was changed, in nanoseconds since 1970: programs that copy files set back the time of the
    /// content, but not this one. 0 if unknown.
    package var changed: Int
    /// The picture; `nil` for a file that is none, and for one that is only known by its name.
    package var picture: Picture?
    /// Why the file cannot be shown, in words that complete "The file …".
    package var problem: String?

    package init(
        name: MediaPath, size: Int, modified: Int, changed: Int = 0, picture: Picture? = nil,
        problem: String? = nil
    ) {
        self.name = name
        self.size = size
        self.modified = modified
        self.changed = changed
        self.picture = picture
        self.problem = problem
    }

    /// Where the file is, if the picture is one of a folder.
    package func path(in folder: MediaPath) -> MediaPath {
        guard let own = name.relative(to: "..") else { return folder.appending(name) }
        return folder.parent.appending(own)
    }

    /// Whether the picture's file is the same, and unchanged.
    package func isUnchanged(since other: FolderPicture) -> Bool {
        (name, size, modified, changed) == (other.name, other.size, other.modified, other.changed)
    }
}
