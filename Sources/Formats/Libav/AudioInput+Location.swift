package import MediaModel

extension AudioInput {
    /// Where sound can be read from.
    package enum Location: Hashable, Sendable {
        /// A file on disk.
        case file(MediaPath)
        /// A file on disk from a byte on, as if it began there.
        case part(MediaPath, from: Int)
        /// An `http` or `https` address.
        case url(String)
    }
}
