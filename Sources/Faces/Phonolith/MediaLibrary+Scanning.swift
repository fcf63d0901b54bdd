public import PhonolithMediaModel
public import PhonolithScanning
import PhonolithScans

extension MediaLibrary {
    /// Scans folders, which become roots of the library, or all roots it has, and keeps other scans away meanwhile.
    ///
    /// The files are read in this process: see ``LibraryScanner`` for what that means where they may be broken.
    /// Cancelling the task ends the scan at the next file; the next one continues from there.
    ///
    /// - Parameters:
    ///   - folders: One inside a root is a part of it. Empty for all roots.
    ///   - progress: Called from the scanning thread, a few hundred times a second at most.
    /// - Throws: ``ScanLockError`` if another scan of a file's library, or of these folders, is under way, ``ScanTargetError`` for a path that is not a folder,
    ///   ``CatalogError`` for the library, which has to be open for `.writing` or `.creating`. Files that cannot be read
    ///   are no errors but ``ScanReport/problems``.
    public func scan(
        _ folders: [MediaPath] = [], options: ScanOptions = ScanOptions(),
        progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws -> ScanReport {
        let lock = try await perform { try ScanLock(library: $0.path) }
        defer { withExtendedLifetime(lock) {} }
        return try await LibraryScanner(catalog: catalog)
            .scan(folders, options: options, lock: lock, progress: progress)
    }
}
