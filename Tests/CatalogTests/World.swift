import Foundation
import PhonolithCatalogTestSupport
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

/// A small library, in memory if nobody says where, filled as a scan would.
struct World {
    let catalog: Catalog
    private(set) var root: MediaRootID
    private var rootPath: MediaPath
    private var writer: ScanWriter
    private var scan = ScanID()
    private var inode = 0

    init(
        root path: MediaPath = "/music", library: String? = nil, prefersFolderArtwork: Bool = false
    ) throws {
        catalog =
            try library.map {
                try Catalog.open(
                    at: $0, for: .creating, prefersFolderArtwork: prefersFolderArtwork)
            } ?? .empty(prefersFolderArtwork: prefersFolderArtwork)
        try catalog.roots.add(path, kind: nil)
        rootPath = path
        root = try catalog.roots.all()[0].id
        writer = ScanWriter(catalog: catalog, root: root, scan: scan)
    }

    /// Goes on below another root.
    mutating func enter(_ path: MediaPath) throws {
        try catalog.roots.add(path, kind: nil)
        guard let entered = try catalog.roots.all().first(where: { $0.path == path })?.id else {
            throw Missing()
        }
        (rootPath, root) = (path, entered)
        writer = ScanWriter(catalog: catalog, root: entered, scan: scan)
    }

    /// Ends a scan of the root, and begins another.
    private mutating func finish() throws {
        try catalog.scans.finish(writer.changes)
        writer = ScanWriter(catalog: catalog, root: root, scan: scan)
    }

    /// Adds a track at a path below the root, and ends the scan.
    @discardableResult
    mutating func add(
        _ path: MediaPath, pictures: [Picture] = [], added: Int = 0,
        _ describe: (inout MediaFacts) -> Void = { _ in }
    ) throws -> MediaItem {
        var facts = MediaFacts()
        facts.mediaType = .music
        describe(&facts)
        return try write(path, facts, pictures, knownID: nil, added: added)
    }

    /// Reads a track again, with other facts.
    @discardableResult
    mutating func change(
        _ path: MediaPath, _ describe: (inout MediaFacts) -> Void
    ) throws -> MediaItem {
        let known = try catalog.scans.knownFolders([path.parent], in: root)[0]
        let file = known?.files.first { $0.name == path.lastComponent }
        guard var facts = try catalog.items.all(at: rootPath.appending(path)).first?.facts
        else { throw Missing() }
        describe(&facts)
        return try write(path, facts, [], knownID: file?.id, added: 0)
    }

    /// Reads many tracks again in one scan, with other facts.
    mutating func changeAll(
        _ paths: [MediaPath], _ describe: (inout MediaFacts) -> Void
    ) throws {
        for path in paths {
            let known = try catalog.scans.knownFolders([path.parent], in: root)[0]
            let file = known?.files.first { $0.name == path.lastComponent }
            guard var facts = try catalog.items.all(at: rootPath.appending(path)).first?.facts
            else { throw Missing() }
            describe(&facts)
            try writeBatch(path, facts, [], knownID: file?.id, added: 0)
        }
        try finish()
    }

    struct Missing: Error {}

    /// Adds many tracks in one scan.
    mutating func addAll(
        _ tracks: [(path: MediaPath, describe: (inout MediaFacts) -> Void)]
    ) throws {
        let sortKeys = SortKeyMaker()
        let files = tracks.map { track in
            var facts = MediaFacts()
            facts.mediaType = .music
            track.describe(&facts)
            let contents = ItemContents(
                facts: facts, pictures: [], path: track.path, sortKeys: sortKeys)
            return scannedFile(track.path, .item(contents), knownID: nil)
        }
        for start in stride(from: 0, to: files.count, by: 500) {
            var batch = ScanBatch()
            batch.append(Array(files[start...].prefix(500)))
            _ = try writer.write(batch, now: Date(secondsSince1970: 0))
        }
        try finish()
    }

    /// Adds random tracks in one scan, and what the user thinks of them.
    mutating func addAll(
        _ tracks: [RandomLibrary.Track], _ change: (inout MediaFacts) -> Void = { _ in }
    ) throws {
        try addAll(
            tracks.map { track in
                var facts = track.facts
                change(&facts)
                return (track.relativePath, { [facts] in $0 = facts })
            })
        for track in tracks {
            for item in try catalog.items.all(at: rootPath.appending(track.relativePath)) {
                try catalog.values.setUserValues(track.userValues, of: item.persistentID)
            }
        }
    }

    /// Scans again when a folder has these pictures.
    mutating func setPictures(of folder: MediaPath, _ pictures: [Picture]) throws {
        var batch = ScanBatch()
        let files = pictures.enumerated().map { index, picture in
            FolderPicture(
                name: MediaPath("\(index).jpg"), size: 1, modified: 1, picture: picture)
        }
        batch.folderPictures = [.init(path: folder, pictures: files)]
        _ = try writer.write(batch, now: Date(secondsSince1970: 0))
        try finish()
    }

    /// Compares what came with what went, of which there is nothing: a scan has finished.
    func settle() throws {
        var reconciliation = FileReconciliation(scan: scan, gone: [], matches: [])
        _ = try reconciliation.write(to: catalog)
    }

    /// Scans again when a file is gone.
    mutating func hide(_ path: MediaPath) throws {
        try settle()
        let (folder, file) = try known(path)
        var reconciliation = FileReconciliation(
            scan: scan, gone: [FileStore.Gone(fileID: file.id, folderID: folder.id)], matches: [])
        _ = try reconciliation.write(to: catalog)
        try finish()
    }

    /// Scans again when a file has moved.
    ///
    /// - Parameters:
    ///   - outcome: The result of reading it at its new place.
    ///   - meanwhile: Runs after it was read and before it is known again.
    mutating func move(
        _ path: MediaPath, to new: MediaPath, _ outcome: ScannedFile.Outcome,
        meanwhile: () throws -> Void = {}
    ) throws {
        try settle()
        let (folder, file) = try known(path)
        try writeBatch(new, outcome, knownID: nil, added: 0)
        try meanwhile()
        let gone = FileStore.Gone(fileID: file.id, folderID: folder.id)
        guard
            let old = try catalog.files.goneFiles(and: [gone], in: scan).first(where: {
                $0.fileID == file.id
            })
        else { throw Missing() }
        let newFile = try known(new).file
        var came = FileTrace(
            fileID: newFile.id,
            itemID: try catalog.items.all(at: rootPath.appending(new)).first?.persistentID.rawValue,
            path: rootPath.appending(new), stamp: newFile.stamp)
        came.isSettled = false
        var reconciliation = FileReconciliation(
            scan: scan, gone: [gone], matches: [FileMatch(gone: old, new: came)])
        _ = try reconciliation.write(to: catalog)
        try finish()
    }

    /// Scans again when a file is back as it was.
    mutating func show(_ path: MediaPath) throws {
        var batch = ScanBatch()
        batch.returned = [try known(path).file.id]
        _ = try writer.write(batch, now: Date(secondsSince1970: 0))
        try finish()
    }

    private func known(_ path: MediaPath) throws -> (folder: KnownFolder, file: KnownFile) {
        guard let folder = try catalog.scans.knownFolders([path.parent], in: root)[0],
            let file = folder.files.first(where: { $0.name == path.lastComponent })
        else { throw Missing() }
        return (folder, file)
    }

    /// Adds a track, and is killed before the scan ends.
    mutating func addWithoutEnd(_ path: MediaPath, _ describe: (inout MediaFacts) -> Void) throws {
        var facts = MediaFacts()
        facts.mediaType = .music
        describe(&facts)
        try writeBatch(path, facts, [], knownID: nil, added: 0)
        scan = ScanID()
        try catalog.files.takeOver(newFilesOf: root, by: scan)
        writer = ScanWriter(catalog: catalog, root: root, scan: scan)
    }

    private mutating func write(
        _ path: MediaPath, _ facts: MediaFacts, _ pictures: [Picture], knownID: Int64?, added: Int
    ) throws -> MediaItem {
        try writeBatch(path, facts, pictures, knownID: knownID, added: added)
        try finish()
        guard let item = try catalog.items.all(at: rootPath.appending(path)).first else {
            throw Missing()
        }
        return item
    }

    private mutating func writeBatch(
        _ path: MediaPath, _ facts: MediaFacts, _ pictures: [Picture], knownID: Int64?, added: Int
    ) throws {
        let contents = ItemContents(
            facts: facts, pictures: pictures, path: path, sortKeys: SortKeyMaker())
        try writeBatch(path, .item(contents), knownID: knownID, added: added)
    }

    private mutating func writeBatch(
        _ path: MediaPath, _ outcome: ScannedFile.Outcome, knownID: Int64?, added: Int
    ) throws {
        var batch = ScanBatch()
        batch.append([scannedFile(path, outcome, knownID: knownID)])
        _ = try writer.write(batch, now: Date(secondsSince1970: added))
    }

    private mutating func scannedFile(
        _ path: MediaPath, _ outcome: ScannedFile.Outcome, knownID: Int64?
    ) -> ScannedFile {
        inode += 1
        return ScannedFile(
            folder: path.parent, name: path.lastComponent,
            stamp: FileStamp(size: 1000, modified: 1, device: 1, inode: inode), knownID: knownID,
            outcome: outcome)
    }
}

extension MediaFacts {
    /// Sets an artist who is alone, as the reader of a single tag does.
    mutating func setArtist(_ name: String, id: String? = nil) {
        artist = name
        artists = [name]
        musicBrainzArtistIDs = id.map { [$0] } ?? []
    }

    mutating func setAlbumArtist(_ name: String) {
        albumArtist = name
        albumArtists = [name]
    }
}
