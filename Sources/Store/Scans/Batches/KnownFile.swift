package import PhonolithMediaModel

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
