import ArgumentParser
import FoundationEssentials
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the whole library to a file; it can be in use.",
        discussion: """
            The copy is itself a library: open it with --library, or restore it with phonolith restore. An existing backup with \
            the same name is replaced once the new one is complete.

              phonolith backup ~/phonolith.sqlite

            If the library is served, its key is copied to FILE.key. Keep both files, and keep the key secret: the app \
            passwords in the library are encrypted with it.
            """)
    @Argument(help: "File to write.") var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        if let refusal = Failure(ifNotReplaceable: file, by: "a backup") { throw refusal }
        let path = try library.path
        let key = Catalog.keyPath(ofLibrary: try file.databasePath)
        for written in [file.path, key] { try ProtectedFiles(library: path).check(written) }
        let catalog = try library.open(for: .reading)
        try catalog.backup(to: file.databasePath)
        try LibraryKey.copy(of: catalog, to: key)
    }
}

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the library with a backup.",
        discussion: """
            This restores everything in the backup: ratings, playlists, users and scanned items. The current library is first \
            copied to LIBRARY.before-restore; if it is damaged, its file is moved there, and programs that have it open must \
            be restarted.

              phonolith restore ~/phonolith.sqlite

            FILE.key is restored too, if it exists. If there is no key at all, the app passwords in the backup are revoked, \
            because they cannot be decrypted.
            """)
    @Argument(help: "The backup.", completion: .file()) var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let path = try library.path
        let backup = try file.databasePath
        try ProtectedFiles(library: path).checkIsNotLibrary(file.path)
        // A mistake in the name of the backup must change nothing.
        try Catalog.openBackup(at: backup).close()
        try library.prepareFolder(of: path)
        let lock = try ScanLock(library: path, for: .changingRoots)
        try withExtendedLifetime(lock) {
            // Read before anything is changed: a key that cannot be read must not cost the library that is there.
            let key = try LibraryKey.bytes(at: Catalog.keyPath(ofLibrary: backup))
            let damaged = try keepPresentLibrary(at: path)
            do {
                try Catalog.restore(backup, to: path)
            } catch {
                damaged?.putBack()
                throw error
            }
            if let damaged {
                damaged.giveRights()
                Terminal.tell(
                    "The library was damaged; its file is now \(damaged.kept). Restart programs that have it open"
                )
            }
            try restore(key, of: backup, to: path)
        }
    }

    /// Copies the library that is there.
    ///
    /// - Returns: The library if it is damaged: its file is moved, because nothing can be copied out of it.
    private func keepPresentLibrary(at path: String) throws -> DamagedLibrary? {
        guard let status = MediaPath(argument: path).status, status.st_size > 0 else { return nil }
        let kept = Self.unusedName(path + ".before-restore")
        do {
            try Catalog.open(at: path, for: .reading).backup(to: kept)
        } catch let error as CatalogError where error.code == .damaged {
            return try DamagedLibrary(movingAside: path)
        }
        let key = Catalog.keyPath(ofLibrary: path)
        try LibraryKey.copy(from: key, to: Catalog.keyPath(ofLibrary: kept))
        Terminal.tell("What was in the library is kept in \(kept)")
        return nil
    }

    private func restore(_ key: [UInt8]?, of backup: String, to path: String) throws {
        let (old, new) = (Catalog.keyPath(ofLibrary: backup), Catalog.keyPath(ofLibrary: path))
        if let key {
            do {
                return try LibraryKey.write(key, to: new)
            } catch let failure as Failure {
                throw Failure(
                    "\(failure.message). The library is restored; copy \(old) to \(new) for its app passwords"
                )
            }
        }
        if new.status != nil { return }
        let catalog = try Catalog.open(at: path, for: .writing)
        if let line = try catalog.access.revokeAllAppPasswords(without: old) { Terminal.tell(line) }
    }

    /// The name, or the first with a number after it, that no file has.
    static func unusedName(_ name: String) -> String {
        var (unused, number) = (name, 2)
        while MediaPath(argument: unused).status != nil {
            unused = "\(name)-\(number)"
            number += 1
        }
        return unused
    }
}

/// The file next to a library with the key for its app passwords.
enum LibraryKey {
    /// Copies the key of a library's app passwords.
    ///
    /// - Throws: `ExitCode.problems` after a line about app passwords whose key is not on this machine.
    static func copy(of catalog: Catalog, to new: MediaPath) throws {
        let old = Catalog.keyPath(ofLibrary: catalog.path)
        let bytes = try bytes(at: old)
        if let bytes, bytes.count == Catalog.keyLength { return try write(bytes, to: new) }
        guard try catalog.access.hasAppPasswords() else { return }
        let remedy =
            catalog.isOnServer
            ? "copy it from a machine that serves the library to \(new)"
            : "copy that of an older backup to \(new), or make new app passwords"
        let flaw = bytes == nil ? "is missing" : "contains no key"
        Terminal.tell(
            "\(old): \(flaw), and without it the copy's app passwords cannot be used; \(remedy)")
        throw ExitCode.problems
    }

    static func copy(from old: MediaPath, to new: MediaPath) throws {
        if let bytes = try bytes(at: old) { try write(bytes, to: new) }
    }

    /// The key; `nil` if there is none.
    static func bytes(at path: MediaPath) throws -> [UInt8]? {
        guard path.status != nil else { return nil }
        do {
            return try path.allBytes(upTo: 4096)
        } catch {
            throw Failure("\(path): cannot be read: \(error); without it app passwords are lost")
        }
    }

    static func write(_ bytes: [UInt8], to new: MediaPath) throws {
        do {
            // A file that is replaced keeps its mode, and an older one may be readable by others.
            if new.status != nil {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: new.description)
            }
            try WholeFile.write(bytes, to: new, rights: 0o600)
        } catch {
            let remedy = (error as? WholeFile.Failure)?.remedy ?? "check its owner"
            throw Failure("\(new): cannot be written: \(error); \(remedy)")
        }
    }
}
