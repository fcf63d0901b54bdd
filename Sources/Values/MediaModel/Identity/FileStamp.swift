/// A file's metadata in the file system; while it is unchanged, the file need not be read again.
package struct FileStamp: Hashable, Sendable {
    // In bytes.
    package var size: Int
    /// When the content was changed, in nanoseconds since 1970.
    package var modified: Int
    /// When anything about the file was changed, its content, name or rights, in nanoseconds since 1970:
    /// programs can set back the time of the content, but not this one. 0 if unknown.
    package var changed: Int
    /// The same of the `.lrc` file next to it; 0 where there is none.
    package var lyricsModified: Int
    /// A number that stands for the cue sheets next to it that may be about it, and for their stamps; 0 where
    /// there are none.
    package var sheetsState: Int
    /// The number of its file system (``FileSystemIdentity/number``).
    package var device: Int
    /// The file's number in its file system; it means nothing in another one.
    package var inode: Int
    /// The device of the symbolic link by which the file, or a folder above it, is known; `nil` without a link.
    package var linkDevice: Int?

    package init(
        size: Int, modified: Int, changed: Int = 0, lyricsModified: Int = 0, sheetsState: Int = 0,
        device: Int, inode: Int, linkDevice: Int? = nil
    ) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.lyricsModified = lyricsModified
        self.sheetsState = sheetsState
        self.device = device
        self.inode = inode
        self.linkDevice = linkDevice
    }

    /// The stamp of a file whose content could not be looked at. It is that of no file, so that the next
    /// scan looks again: rights can be given without a trace in a file's time.
    package var ofUnknownContent: FileStamp {
        var stamp = self
        stamp.modified = .min
        return stamp
    }

    /// Whether the content could not be looked at.
    package var isOfUnknownContent: Bool { modified == .min }

    /// Whether there is no sign of changed content. A file's place in the file system is not a part of
    /// it: a restored backup has the same content in another inode.
    package func hasSameContent(as other: FileStamp) -> Bool {
        (size, modified, changed, lyricsModified, sheetsState)
            == (
                other.size, other.modified, other.changed, other.lyricsModified, other.sheetsState
            )
    }

    /// Whether both are of one file in the file system, whatever its content.
    package func isSameFile(as other: FileStamp) -> Bool {
        (device, inode) == (other.device, other.inode)
    }

    /// Whether both stamps are certainly of files on two disks.
    package func isOnOtherDisk(than other: FileStamp) -> Bool {
        device != other.device && FileSystemIdentity.lasts(device)
            && FileSystemIdentity.lasts(other.device)
    }

    /// Whether both are of one file, reached in the same way.
    package func isSameEntry(as other: FileStamp) -> Bool {
        isSameFile(as: other) && linkDevice == other.linkDevice
    }
}
