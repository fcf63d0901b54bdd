public import Phonolith
public import PhonolithPlayback

extension QueuePlayer {
    /// Creates a player with an empty queue, which notes in a library what it plays.
    ///
    /// - Parameters:
    ///   - destination: Where the sound goes. It is opened when something plays.
    ///   - library: Where play counts and bookmarks are noted.
    ///   - keepsQueue: Whether queue and position are kept in the library, for ``resumeKeptQueue()``.
    public init(
        to destination: AudioDestination, library: MediaLibrary, keepsQueue: Bool = false
    ) {
        self.init(to: destination, catalog: library.catalog, keepsQueue: keepsQueue)
    }
}
