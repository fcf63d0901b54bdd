package import MediaModel

extension MediaPath {
    /// What comes right behind all paths inside a folder, in the order of bytes: `/` is the byte before `0`.
    ///
    /// Between a folder's own path and those inside it there may be folders beside it.
    package var endOfInside: MediaPath {
        // Paths below a root begin with a name, which has 255 bytes at the most.
        bytes.isEmpty
            ? MediaPath(bytes: Array(repeating: 0xFF, count: 256))
            : MediaPath(bytes: bytes + [0x30])
    }
}
