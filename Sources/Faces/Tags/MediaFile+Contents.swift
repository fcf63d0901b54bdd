public import FoundationEssentials
public import PhonolithMediaModel
public import PhonolithTagReading

extension MediaFile {
    /// Reads the tags, pictures, chapters and stream properties of a file, without a library. Blocks its thread.
    ///
    /// ```swift
    /// let file = try MediaFile(contentsOf: URL(fileURLWithPath: "song.flac"))
    /// print(file.facts.title ?? "untitled", file.pictures.count)
    /// ```
    ///
    /// - Parameter url: A `file:` URL.
    /// - Throws: ``MediaFileError`` for an address that is no file's, for a file that cannot be opened, and for one that holds
    ///   neither sound nor pictures in motion.
    public init(contentsOf url: URL) throws(MediaFileError) {
        guard let path = MediaPath(fileURL: url) else {
            throw MediaFileError(
                path: MediaPath(url.absoluteString), code: .notAFile,
                reason: "is no file on this machine; fetch it first")
        }
        try self.init(contentsOf: path)
    }

    /// Reads a file whose name need not be UTF-8; as ``init(contentsOf:)`` with a URL.
    public init(contentsOf path: MediaPath) throws(MediaFileError) {
        self = try TagReader().read(path, keepsMetadata: true)
    }
}
