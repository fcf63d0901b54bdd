public import FoundationEssentials

extension MediaPath {
    /// The path that a `file:` URL leads to, byte by byte; `nil` for other URLs.
    public init?(fileURL url: URL) {
        guard url.isFileURL else { return nil }
        let path = url.absoluteURL.path(percentEncoded: true)
        self.init(bytes: PercentEncoding.decoded(Array(path.utf8)))
    }

    /// The path as a `file:` URL, byte by byte, below the working folder where it is relative; `nil` for the empty path.
    public var fileURL: URL? {
        guard let first = bytes.first else { return nil }
        guard first != UInt8(ascii: "/") else {
            return URL(string: PercentEncoding.reference(to: self))
        }
        return URL(
            string: "./" + PercentEncoding.encoded(bytes), relativeTo: .currentDirectory())?
            .absoluteURL
    }
}
