import PhonolithFiles
package import PhonolithMediaModel
import PhonolithScans
package import PhonolithStore

/// The files that no command writes over: those of the library's items, the library itself, and what the
/// command reads. Every command that writes a file asks here first.
///
/// Files are compared by device and inode, so that links and other names of them are protected as well.
package struct ProtectedFiles: Sendable {
    private let library: String?
    private let catalog: Catalog?
    private let inputs: [MediaPath]

    /// - Parameters:
    ///   - library: Its path; `nil` if there can be none.
    ///   - catalog: The open library; without it, it is opened when it is needed and can be.
    ///   - inputs: The files that the command reads.
    package init(library: String?, opened catalog: Catalog? = nil, reading inputs: [MediaPath] = [])
    {
        self.library = library
        self.catalog = catalog
        self.inputs = inputs
    }

    /// Asks whether a file may be written.
    ///
    /// - Throws: ``Failure`` if it may not.
    @Sendable package func check(_ path: MediaPath) throws {
        guard let reason = try reason(path) else { return }
        throw Failure("refusing to overwrite \(path): it is \(reason); choose another file")
    }

    /// Ensures that a file that is read is not the library's own.
    ///
    /// - Throws: ``Failure`` if it is.
    package func checkIsNotLibrary(_ path: MediaPath) throws {
        guard isOfLibrary(path) else { return }
        throw Failure("\(path): is the library itself; choose another file")
    }

    private func reason(_ path: MediaPath) throws -> String? {
        if isOfLibrary(path) { return "the library itself" }
        guard let status = path.status, status.isRegularFile else { return nil }
        if inputs.contains(where: { $0.status?.identity == status.identity }) {
            return "read by this command"
        }
        return try isItem(path) ? "in the library" : nil
    }

    /// Whether the file is that of an item.
    ///
    /// - Throws: ``Failure`` if there is a library that cannot be asked: the file may be in it.
    private func isItem(_ path: MediaPath) throws -> Bool {
        do {
            if let catalog { return try catalog.files.holdsFile(at: path) }
            guard let library else { return false }
            return try Catalog.open(at: library, for: .reading).files.holdsFile(at: path)
        } catch let error as CatalogError where error.isOfNoLibrary {
            return false
        } catch let error as CatalogError {
            throw Failure(
                "refusing to overwrite \(path), which may be in a library that cannot be read: \(error)"
            )
        }
    }

    /// Whether the path is the library's file or one next to it, of which some are made only when they are needed.
    private func isOfLibrary(_ path: MediaPath) -> Bool {
        guard let library else { return false }
        let (identity, place) = (path.status?.identity, (try? WholeFile(at: path))?.path ?? path)
        return ["", "-wal", "-shm", "-journal", ".key", ".scan"].contains { suffix in
            let file = Catalog.companion(suffix, ofLibrary: library)
            if let identity { return file.status?.identity == identity }
            return file.resolutions.first == place.resolutions.first
        }
    }
}

extension CatalogError {
    /// Whether there is no library at the path: no file, or one that is something else.
    fileprivate var isOfNoLibrary: Bool {
        [.noLibrary, .notADatabase, .foreignDatabase].contains(code)
    }
}
