package import MediaModel

/// A picture file that stands for the items of its folder.
package struct FolderPicture: Hashable, Sendable {
    /// The file's name.
    package var name: MediaPath
    /// In bytes.
    package var size: Int
    /// When the file was changed, in nanoseconds since 1970.
    package var modified: Int
    /// The picture; `nil` for a file that is none, and for one that is only known by its name.
    package var picture: Picture?

    /// Makes a folder picture.
    package init(name: MediaPath, size: Int, modified: Int, picture: Picture? = nil) {
        self.name = name
        self.size = size
        self.modified = modified
        self.picture = picture
    }

    /// Whether it is the same file, unchanged.
    package func isUnchanged(since other: FolderPicture) -> Bool {
        (name, size, modified) == (other.name, other.size, other.modified)
    }
}
