public import Phonolith
public import PhonolithPlayback
import PhonolithSamples
package import PhonolithStore

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

    /// Makes a player for a program that has the library open already.
    package init(to destination: AudioDestination, catalog: Catalog?, keepsQueue: Bool) {
        self.init(
            to: destination, keeper: catalog.map { LibraryKeeper($0, keepsQueue: keepsQueue) })
    }

    /// Makes a player whose output a test controls.
    package init(
        speed: Double, controlledBy control: NullOutput.Control, library: Catalog,
        keepsQueue: Bool = false
    ) {
        self.init(
            speed: speed, controlledBy: control,
            keeper: LibraryKeeper(library, keepsQueue: keepsQueue))
    }
}
