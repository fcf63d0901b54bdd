public import FoundationEssentials
public import Phonolith
public import PhonolithPlayback
import PhonolithSamples
internal import PhonolithSound
package import PhonolithStore
public import PhonolithTags

extension QueuePlayer {
    /// Creates a player with an empty queue, which notes in a library what it plays.
    ///
    /// - Parameters:
    ///   - destination: Where the sound goes. It is opened when something plays.
    ///   - library: Where play counts and bookmarks are noted.
    ///   - keepsQueue: Whether queue and position are kept in the library, for ``resumeKeptQueue()``.
    ///   - programName: The name of the program, as mixers, the bus and the history of plays show it; by default that of the
    ///     process.
    public init(
        to destination: AudioDestination, library: MediaLibrary, keepsQueue: Bool = false,
        programName: String? = nil
    ) {
        self.init(
            to: destination, catalog: library.catalog, keepsQueue: keepsQueue,
            programName: programName)
    }

    /// Makes a player for a program that has the library open already.
    package init(
        to destination: AudioDestination, catalog: Catalog?, keepsQueue: Bool,
        programName: String? = nil
    ) {
        let program = ProgramName(programName)
        self.init(
            to: destination,
            keeper: catalog.map {
                LibraryKeeper($0, keepsQueue: keepsQueue, programName: program.shown)
            }, program: program)
    }

    /// Makes a player whose output a test controls.
    package init(
        speed: Double, controlledBy control: NullOutput.Control, library: Catalog,
        keepsQueue: Bool = false
    ) {
        self.init(
            speed: speed, controlledBy: control,
            keeper: LibraryKeeper(
                library, keepsQueue: keepsQueue, programName: ProgramName.ofProcess.shown))
    }
}

extension PlayerItem {
    /// Creates an item of a file with what its tags state, without a library. Blocks its thread.
    ///
    /// ```swift
    /// await player.setQueue(with: [try PlayerItem(contentsOf: URL(fileURLWithPath: "song.flac"))])
    /// ```
    ///
    /// - Parameter url: That of a stream is not opened: the player reads its texts when it plays.
    /// - Throws: ``MediaFileError`` for a file that cannot be read, and for one that is neither sound nor a film.
    public init(contentsOf url: URL) throws(MediaFileError) {
        self.init(url: url)
        guard url.isFileURL else { return }
        self.init(source, facts: try MediaFile(contentsOf: url).facts)
    }
}
