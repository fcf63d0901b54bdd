public import FoundationEssentials
import PhonolithFiles
public import PhonolithMediaModel
public import PhonolithScanning
import PhonolithScans
import PhonolithStore

extension MediaLibrary {
    /// Scans folders, which become roots of the library, or all roots it has, and keeps other scans away meanwhile.
    ///
    /// The files are read by workers where `phonolith-media` of the same version is installed, beside the running program or with
    /// the `phonolith` that a shell finds: a file that crashes or hangs a decoder costs that file. Otherwise they are read in this
    /// process, which such a file ends, and ``ScanReport/remarks`` says so. What a scan has read until then is in the library, and the
    /// next one continues from there, as it does where the task is cancelled.
    ///
    /// - Parameters:
    ///   - folders: `file:` URLs; a folder inside a root is a part of it. Empty for all roots.
    ///   - progress: Called from the scanning thread, a few hundred times a second at most.
    /// - Throws: ``MediaLibraryError`` for a URL that is no file's, ``ScanLockError`` if another scan of the library, or of
    ///   these folders, is under way, ``ScanTargetError`` for a path that is not a folder, ``CatalogError`` for the library,
    ///   which has to be open for `.writing` or `.creating`. Files that cannot be read are no errors but
    ///   ``ScanReport/problems``.
    public func scan(
        _ folders: [URL] = [], options: ScanOptions = ScanOptions(),
        progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws -> ScanReport {
        let paths = try folders.map { url throws(MediaLibraryError) in
            guard let path = MediaPath(fileURL: url) else {
                throw MediaLibraryError(
                    .invalidPlace, url.absoluteString, "is no folder on this machine")
            }
            return path
        }
        return try await scan(paths: paths, options: options, progress: progress)
    }

    /// Scans folders whose names need not be UTF-8; as ``scan(_:options:progress:)`` with URLs.
    public func scan(
        paths folders: [MediaPath], options: ScanOptions = ScanOptions(),
        progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws -> ScanReport {
        if access != .reading, let scan = try await SupervisedScan(of: self, folders, options) {
            if let report = try await scan.run(progress: progress) { return report }
        }
        let lock = try await perform { try ScanLock(library: $0.path) }
        defer { withExtendedLifetime(lock) {} }
        var report = try await LibraryScanner(catalog: catalog)
            .scan(folders, options: options, lock: lock, progress: progress)
        report.remarks.append(
            ScanRemark(
                .unsupervised,
                "files were read in this process, because phonolith-media of this version is not installed"
            ))
        return report
    }
}
