package import PhonolithMediaModel

extension MediaPath {
    /// The bytes with which all paths inside a folder begin; none for a root.
    package var prefixOfInside: [UInt8] { bytes.isEmpty ? [] : bytes + [0x2F] }

    /// The first path after all paths inside a folder, in byte order: `/` is the byte before `0`.
    ///
    /// Between a folder's own path and those inside it there may be folders beside it.
    package var endOfInside: MediaPath {
        // No name on disk begins with 256 bytes FF.
        bytes.isEmpty
            ? MediaPath(bytes: Array(repeating: 0xFF, count: 256))
            : MediaPath(bytes: bytes + [0x30])
    }
}
