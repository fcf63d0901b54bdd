package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

// The library's data that a scan needs.

/// The library's data of one folder.
package struct KnownFolder: Hashable, Sendable {
    package var id: Int64
    /// Its files, missing ones too.
    package var files: [KnownFile]
    /// Its pictures, without their bytes.
    package var pictures: [FolderPicture]

    package init(id: Int64, files: [KnownFile], pictures: [FolderPicture]) {
        self.id = id
        self.files = files
        self.pictures = pictures
    }
}

/// A file that the library knows.
package struct KnownFile: Hashable, Sendable {
    package var id: Int64
    /// Its name in its folder.
    package var name: MediaPath
    /// The file's metadata in the file system when it was read.
    package var stamp: FileStamp
    /// Whether the last look found it gone.
    package var isMissing: Bool
    /// Why it could not be read, or what is wrong with it; `nil` for a sound file.
    package var problem: String?
    /// Whether it has items nevertheless: it is damaged, but not unreadable.
    package var isListed: Bool
    /// Whether nothing of it could be read.
    package var isUnreadable: Bool { problem != nil && !isListed }
    /// When it was last read, in nanoseconds since 1970.
    package var readAt: Int
    /// The signature of its audio.
    package var signature: AudioSignature?

    package init(
        id: Int64, name: MediaPath, stamp: FileStamp, isMissing: Bool = false,
        problem: String? = nil, isListed: Bool = false, readAt: Int = 0,
        signature: AudioSignature? = nil
    ) {
        self.id = id
        self.name = name
        self.stamp = stamp
        self.isMissing = isMissing
        self.problem = problem
        self.isListed = isListed
        self.readAt = readAt
        self.signature = signature
    }
}

extension KnownFile {
    package static let projection = Projection { column in
        KnownFile(
            id: column("id"), name: column("name"),
            stamp: FileStamp(
                size: column("size"), modified: column("modified"), changed: column("changed"),
                lyricsModified: column("lyrics_modified"), sheetsState: column("sheets_state"),
                device: column("device"), inode: column("inode"), linkDevice: column("link_device")),
            isMissing: column("is_missing"), problem: column("problem"),
            isListed: column(
                """
                problem IS NOT NULL AND EXISTS (
                    SELECT 1 FROM items WHERE file_id = files.id AND is_missing = 0) AS is_listed
                """),
            readAt: column("read_at"), signature: AudioSignature(stored: column("signature")))
    }
}

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

extension FolderPicture {
    package static let projection = Projection { column in
        FolderPicture(
            name: column("name"), size: column("size"), modified: column("modified"),
            changed: column("changed"), problem: column("problem"))
    }
}
