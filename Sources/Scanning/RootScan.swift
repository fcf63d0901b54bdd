import Catalog
import Foundation
import MediaModel

/// The scan of one root. Runs on a thread of its own; files are read on others.
struct RootScan {
    let catalog: Catalog
    let target: ScanTarget
    let options: ScanOptions
    let reading: FileReading
    let readers: BlockingThreads
    let progress: (@Sendable (ScanProgress) -> Void)?

    private(set) var report = ScanReport()
    private var walk: FolderWalk
    private var writer: ScanWriter
    private var visited: Set<Int64> = []
    private var gone: [(fileID: Int64, folderID: Int64)] = []
    private var moved: Set<Int64> = []
    private var pending: [ScannedFile] = []
    private var inFlight = 0
    private var filesSeen = 0
    private var filesDone = 0
    private var filesWritten = 0
    /// Folders with higher numbers were found by this scan.
    private var lastKnownFolder: Int64 = 0
    private var findsMoves = false
    private let total = FileCount()

    init(
        catalog: Catalog, target: ScanTarget, options: ScanOptions, reading: FileReading,
        readers: BlockingThreads, progress: (@Sendable (ScanProgress) -> Void)?
    ) {
        self.catalog = catalog
        self.target = target
        self.options = options
        self.reading = reading
        self.readers = readers
        self.progress = progress
        walk = Self.walk(target, options)
        writer = ScanWriter(catalog: catalog, root: target.root.id)
    }

    /// Takes all steps.
    ///
    /// - Throws: ``CatalogError``; what was written before stays.
    mutating func run() async throws {
        lastKnownFolder = try catalog.lastFolderID()
        findsMoves = lastKnownFolder > 0
        if progress != nil { startCounting() }
        defer { total.abandon() }
        try await readFolders()
        noteFolderProblems()
        if try isOffline() { return try markOffline() }
        if !Task.isCancelled {
            try catalog.setAvailable(true, target.root.id)
            try noteGoneFolders()
            report.missing += try writer.hide(gone.filter { !moved.contains($0.fileID) })
        }
        if filesWritten > 0 || !gone.isEmpty { try writer.finish(written: filesWritten) }
    }

    private static func walk(_ target: ScanTarget, _ options: ScanOptions) -> FolderWalk {
        FolderWalk(
            root: target.root.path, start: target.start, excluding: target.nested,
            followingSymbolicLinks: options.followsSymbolicLinks)
    }
}

// MARK: - Walking and planning

extension RootScan {
    /// So many folders are asked for in one reading of the library.
    private static let foldersAtOnce = 64
    /// So many files make one task of a reader.
    private static let filesPerTask = 16
    /// So many tasks are handed out to each reader before their results are taken: enough that readers
    /// have work while a batch is written, few enough that unwritten pictures stay far below 150 MB.
    private static let tasksPerReader = 6
    /// So many files are written in one transaction.
    private static let filesPerBatch = 256

    private mutating func readFolders() async throws {
        try await withThrowingTaskGroup(of: [ScannedFile].self) { group in
            while !Task.isCancelled, case let folders = nextFolders(), !folders.isEmpty {
                let known = try catalog.knownFolders(folders.map(\.path), in: target.root.id)
                for (folder, known) in zip(folders, known) {
                    try await take(folder, known, &group)
                }
            }
            while let files = try await group.next() { try take(files) }
            try writePending()
        }
    }

    private mutating func nextFolders() -> [FolderListing] {
        var folders: [FolderListing] = []
        while folders.count < Self.foldersAtOnce, let folder = walk.next() {
            folders.append(folder)
        }
        return folders
    }

    private mutating func take(
        _ folder: FolderListing, _ known: KnownFolder?,
        _ group: inout ThrowingTaskGroup<[ScannedFile], any Error>
    ) async throws {
        let plan = FolderPlan(
            media: folder.media, pictures: folder.pictures.map(FolderPicture.init), known: known,
            readingAll: target.readsAll)
        if let known {
            visited.insert(known.id)
            gone += plan.gone.map { ($0, known.id) }
        }
        filesSeen += folder.media.count
        report.unchanged += plan.unchanged
        report.problems += folder.problems
        for (name, reason) in plan.stillUnreadable { noteUnreadable(folder.path, name, reason) }
        try writer.show(plan.returned)
        if plan.picturesChanged, !folder.media.isEmpty {
            try writer.writeFolderPictures(
                reading.readPictures(folder.pictures, in: folder.path), in: folder.path)
        }
        filesDone += folder.media.count - plan.readings.count
        try await read(plan.readings, in: folder.path, &group)
        tellProgress(folder.path)
    }

    private mutating func read(
        _ readings: [FolderPlan.Reading], in folder: MediaPath,
        _ group: inout ThrowingTaskGroup<[ScannedFile], any Error>
    ) async throws {
        for start in stride(from: 0, to: readings.count, by: Self.filesPerTask) {
            let chunk = Array(readings[start..<min(start + Self.filesPerTask, readings.count)])
            while inFlight >= Self.tasksPerReader * options.threads,
                let files = try await group.next()
            {
                try take(files)
            }
            inFlight += 1
            group.addTask(executorPreference: readers) { [reading] in
                reading.read(chunk, in: folder)
            }
        }
    }
}

// MARK: - Writing

extension RootScan {
    private mutating func take(_ files: [ScannedFile]) throws {
        inFlight -= 1
        pending += files
        filesDone += files.count
        if pending.count >= Self.filesPerBatch { try writePending() }
        if let file = files.last { tellProgress(file.folder) }
    }

    private mutating func writePending() throws {
        guard !pending.isEmpty else { return }
        let files = pending
        pending = []
        let moves = findsMoves ? try moves(of: files) : [:]
        moved.formUnion(moves.values)
        let now = Timestamp(secondsSince1970: Int(Date().timeIntervalSince1970))
        let counts = try writer.write(files, moves: moves, now: now)
        filesWritten += files.count
        report.added += counts.added
        report.changed += counts.changed
        report.moved += counts.moved
        for file in files {
            if case .unreadable(let reason) = file.outcome {
                noteUnreadable(file.folder, file.name, reason)
            }
        }
    }

    /// New files that are old ones under another name: the same inode with the same content, and nothing
    /// at the old path any more.
    private func moves(of files: [ScannedFile]) throws -> [MediaPath: Int64] {
        let new = files.filter { $0.knownID == nil }
        var moves: [MediaPath: Int64] = [:]
        for (file, candidates) in zip(new, try catalog.files(withInodesOf: new.map(\.stamp))) {
            let left = candidates.filter { candidate in
                FileStamp.now(at: candidate.path)?.inode != file.stamp.inode
            }
            guard left.count == 1, !moved.contains(left[0].id) else { continue }
            moves[file.folder.appending(file.name)] = left[0].id
        }
        return moves
    }

    private mutating func noteUnreadable(_ folder: MediaPath, _ name: MediaPath, _ reason: String) {
        report.unreadable += 1
        let path = target.root.path.appending(folder).appending(name)
        report.problems.append(ScanProblem(path: path, reason: reason))
    }
}

// MARK: - What is gone, and what could not be looked at

extension RootScan {
    private mutating func noteFolderProblems() {
        let unlistable = walk.unlistable.sorted { $0.key < $1.key }
        report.problems += unlistable.map {
            ScanProblem(path: target.root.path.appending($0.key), reason: $0.value)
        }
    }

    /// Whether the root cannot be read, or is empty where it was not: a disk that is not mounted.
    private func isOffline() throws -> Bool {
        if walk.unlistable[target.start] != nil { return true }
        return try target.start.bytes.isEmpty && filesSeen == 0 && !Task.isCancelled
            && catalog.hasFiles(target.root.id)
    }

    private mutating func markOffline() throws {
        if target.start.bytes.isEmpty { try catalog.setAvailable(false, target.root.id) }
        guard walk.unlistable[target.start] == nil else { return }
        report.problems.append(
            ScanProblem(
                path: target.root.path,
                reason: "is empty, though it was not: its items are kept as unavailable;"
                    + " is its disk mounted?"))
    }

    /// Folders that the library knows and the walk did not meet are gone, unless they lie below one that
    /// could not be listed.
    private mutating func noteGoneFolders() throws {
        var folders: [Int64] = []
        try catalog.forEachFolder(of: target.root.id, below: target.start, upTo: lastKnownFolder) {
            id, path in
            let isHidden = walk.unlistable.keys.contains { path.isInside($0) }
            if !visited.contains(id), !isHidden { folders.append(id) }
        }
        for folder in folders {
            gone += try catalog.presentFiles(inFolder: folder).map { ($0, folder) }
        }
    }
}

// MARK: - Progress

extension RootScan {
    /// Counts the files ahead of the reading, so that the remaining time can be told.
    private func startCounting() {
        let (target, options, total) = (target, options, total)
        let thread = Thread {
            var walk = RootScan.walk(target, options)
            var count = 0
            while let folder = walk.next(), !total.isAbandoned { count += folder.media.count }
            total.set(count)
        }
        thread.name = "scan-count"
        thread.start()
    }

    private func tellProgress(_ folder: MediaPath) {
        progress?(
            ScanProgress(
                done: filesDone, total: total.value, folder: target.root.path.appending(folder)))
    }
}
