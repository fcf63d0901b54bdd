import FoundationEssentials
import Glibc
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore

/// The scan of one root, on a thread of its own; others read files.
struct RootScan {
    let catalog: Catalog
    let target: ScanTarget
    let options: ScanOptions
    let reading: FileReading
    let threads: ScanThreads
    let progress: (@Sendable (ScanProgress) -> Void)?

    var report = ScanReport()
    /// The report on the roots before this one.
    var before = ScanReport()
    /// Problems of files and folders, by paths below the root.
    var found: [MediaPath: String] = [:]
    /// Files that are gone, and were not found elsewhere yet.
    var gone: [FileStore.Gone] = []
    /// The changes that were written.
    var changes: ScanWriter.Changes { writer?.changes ?? ScanWriter.Changes() }
    private let walk: WalkAhead
    /// Folders that could not be listed, with the reason; known when all has been walked.
    var unlistable: [MediaPath: String] = [:]
    /// Files that were not found but are kept, because their disk is not mounted.
    var kept: [FileStore.Gone] = []
    /// The devices of the files that it met where the library has them.
    var devices = DeviceNumbers()
    /// Files that are at the paths of others on other devices, by the rows of these: the devices then, and the paths.
    private var others: [Int64: (device: Int, path: MediaPath)] = [:]
    /// The files that were read and have changed.
    var displaced: [(device: Int, path: MediaPath)] = []
    /// The folders that it met last; `nil` while it walks.
    private var met: [FolderListing]?
    /// `nil` while a batch is being written.
    private var writer: ScanWriter?
    var visited: Set<Int64> = []
    /// The next batch to write.
    private var batch = ScanBatch()
    private let filesPerBatch: Int
    private var lastWritten = ContinuousClock.now
    private var (inFlight, isCheckpointing) = (0, false)
    /// In a scan of a single folder, the folders in it.
    var walked: Set<MediaPath>?
    var (filesSeen, filesDone) = (0, 0)
    /// Folders with higher numbers were found by this scan.
    var lastKnownFolder: Int64 = 0
    private let checkpointer: Checkpointer?
    let total = FileCount()

    init(
        catalog: Catalog, scan: ScanID, target: ScanTarget, options: ScanOptions,
        reading: FileReading, threads: ScanThreads, progress: (@Sendable (ScanProgress) -> Void)?
    ) throws {
        self.catalog = catalog
        self.target = target
        self.options = options
        self.reading = reading
        self.threads = threads
        self.progress = progress
        walk = WalkAhead(FolderWalk(target, options, for: catalog))
        // The first scan of a library finds nothing that it could have known before.
        let isFirst = try catalog.scans.lastFolderID() == 0
        writer = ScanWriter(
            catalog: catalog, root: target.root.id, scan: isFirst ? nil : scan)
        try catalog.files.takeOver(newFilesOf: target.root.id, by: scan)
        checkpointer = try Checkpointer(of: catalog)
        filesPerBatch = ScanBatch.mostFiles(in: catalog)
    }

    /// Takes all steps.
    ///
    /// - Throws: ``CatalogError``; earlier batches stay.
    mutating func run() async throws {
        if try isUnmounted() { return try markUnmounted() }
        lastKnownFolder = try catalog.scans.lastFolderID()
        if progress != nil, options.countsAhead { startCounting() }
        defer { total.abandon() }
        try await readFolders()
        unlistable = await walk.unlistable
        found.merge(unlistable) { $1 }
        let isOffline = try isOffline()
        if isOffline {
            gone = []
            try markOffline()
        } else if !Task.isCancelled {
            try catalog.roots.setAvailable(true, target.root.id)
            try noteDevice()
            try noteGoneFolders()
            try keepUnmounted()
        }
        try compareProblems(isWhole: !isOffline && !Task.isCancelled)
    }
}

// MARK: - Walking and planning

extension RootScan {
    /// Folders requested in one reading of the library.
    private static let foldersAtOnce = 64
    /// Files that make one task of a reader.
    private static let filesPerTask = 16
    /// Tasks handed out to each reader before their results are taken.
    private static let tasksPerReader = 6

    /// A result of the tasks of a scan.
    private enum Step: Sendable {
        case walked([FolderListing])
        case read(FileReading.Files)
        case readPictures(ScanBatch.PicturesOfFolder)
        case wrote(ScanWriter, ScanWriter.Counts, ScanBatch)
        case checkpointed
    }

    private typealias Steps = ThrowingTaskGroup<Step, any Error>

    private mutating func readFolders() async throws {
        try await withThrowingTaskGroup(of: Step.self) { steps in
            walkOn(&steps)
            while let folders = try await nextFolders(&steps), !folders.isEmpty {
                // The disk is asked for the next ones while these are compared.
                if !Task.isCancelled { walkOn(&steps) }
                let known = try catalog.scans.knownFolders(folders.map(\.path), in: target.root.id)
                for (var folder, known) in zip(folders, known) {
                    if !options.unfinished.isEmpty { passOverUnfinished(&folder, known) }
                    try await take(folder, known, &steps)
                }
            }
            while let step = try await steps.next() { take(step, &steps) }
            if !batch.isEmpty { write(&steps) }
            while let step = try await steps.next() { take(step, &steps) }
        }
    }

    /// Has the walk meet some more folders, on a thread of its own.
    private mutating func walkOn(_ steps: inout Steps) {
        met = nil
        steps.addTask(executorPreference: threads.walker) { [walk] in
            .walked(await walk.next(Self.foldersAtOnce))
        }
    }

    /// The next folders of the walk; empty at its end, `nil` if the scan was cancelled.
    private mutating func nextFolders(_ steps: inout Steps) async throws -> [FolderListing]? {
        while met == nil, let step = try await steps.next() { take(step, &steps) }
        return Task.isCancelled ? nil : met
    }

    private mutating func take(
        _ folder: FolderListing, _ known: KnownFolder?, _ steps: inout Steps
    ) async throws {
        if target.isShallow { walked = folder.walked }
        let plan = FolderPlan(
            media: folder.media, pictures: folder.pictures.map(FolderPicture.init), known: known,
            inaccessible: Set(folder.problems.keys.map(\.lastComponent)),
            readingAllReadBefore: target.readsAllReadBefore)
        if let known {
            visited.insert(known.id)
            gone += plan.gone.map { FileStore.Gone(fileID: $0, folderID: known.id) }
        }
        devices.merge(plan.devices)
        filesSeen += folder.media.count + folder.leftOutLinks
        report.add(plan)
        found.merge(folder.problems) { $1 }
        for (name, reason) in plan.stillUnreadable { noteUnreadable(folder.path, name, reason) }
        for (name, reason) in plan.stillDamaged { noteProblem(folder.path, name, reason) }
        if !plan.picturesChanged { noteProblems(of: known?.pictures ?? [], folder.path) }
        batch.returned += plan.returned
        batch.relocated.merge(plan.relocated) { $1 }
        filesDone += folder.media.count - plan.readings.count
        if plan.picturesChanged, !folder.media.isEmpty {
            try await start(&steps) { [reading] in
                .readPictures(reading.readPictures(folder.pictures, in: folder.path))
            }
        }
        if plan.readings.isEmpty { return tellProgress(folder.path) }
        // Items without numbers are listed in the order of their ids.
        let readings = plan.readings.sortedByKey(\.file.name)
        for reading in readings {
            guard let known = reading.known, known.stamp.device != reading.file.stamp.device else {
                continue
            }
            others[known.id] = (known.stamp.device, folder.path.appending(known.name))
        }
        let sheets = LoadedCueSheets(
            folder: target.root.path.appending(folder.path), media: folder.media.map(\.name))
        for chunk in readings.chunks(of: Self.filesPerTask) {
            try await start(&steps) { [reading] in
                .read(reading.read(chunk, in: folder.path, sheets))
            }
        }
        tellProgress(folder.path)
    }

    /// Leaves out new files that are still being written.
    private func passOverUnfinished(_ folder: inout FolderListing, _ known: KnownFolder?) {
        let names = Set((known?.files ?? []).map(\.name))
        let path = target.root.path.appending(folder.path)
        folder.media.removeAll {
            !names.contains($0.name) && options.unfinished.contains(path.appending($0.name))
        }
    }

    /// Hands a task to the readers, when they have room for it.
    private mutating func start(
        _ steps: inout Steps, _ body: @escaping @Sendable () -> Step
    ) async throws {
        while inFlight >= Self.tasksPerReader * options.threads || isFull && writer == nil,
            let step = try await steps.next()
        {
            take(step, &steps)
        }
        inFlight += 1
        steps.addTask(executorPreference: threads.readers) { body() }
    }

    private mutating func take(_ step: Step, _ steps: inout Steps) {
        switch step {
        case .walked(let folders): met = folders
        case .read(let read):
            inFlight -= 1
            batch.append(read.files)
            displaced += read.files.compactMap { file in
                file.isAnother ? file.knownID.flatMap { others[$0] } : nil
            }
            report.problems += read.problems
            filesDone += read.files.count
            if let file = read.files.last { tellProgress(file.folder) }
        case .readPictures(let pictures):
            inFlight -= 1
            batch.folderPictures.append(pictures)
        case .wrote(let writer, let counts, let batch):
            self.writer = writer
            note(batch, counts)
            if let file = batch.files.last { tellProgress(file.folder) }
            checkpoint(&steps)
        case .checkpointed:
            isCheckpointing = false
        }
        if isFull || lastWritten.duration(to: .now) >= Self.timePerBatch, !batch.isEmpty {
            write(&steps)
        }
    }
}

// MARK: - Writing

extension RootScan {
    private var isFull: Bool { batch.isFull(with: filesPerBatch) }

    /// Files read in this time are written, however few they are.
    private static let timePerBatch = Duration.seconds(1)

    /// Hands the batch to the writer, unless that is busy; then it grows until the writer is back.
    private mutating func write(_ steps: inout Steps) {
        guard let writer else { return }
        let batch = batch
        self.batch = ScanBatch()
        self.writer = nil
        lastWritten = .now
        steps.addTask(executorPreference: threads.writer) {
            var writer = writer
            let now = Date.now
            let counts = try writer.write(batch, now: now)
            return .wrote(writer, counts, batch)
        }
    }

    private mutating func checkpoint(_ steps: inout Steps) {
        guard let checkpointer, !isCheckpointing else { return }
        isCheckpointing = true
        steps.addTask(executorPreference: threads.checkpointer) {
            // A checkpoint that fails here is made by SQLite itself later, and reported then.
            try? checkpointer.run()
            return .checkpointed
        }
    }

    private mutating func note(_ batch: ScanBatch, _ counts: ScanWriter.Counts) {
        report.added += counts.added
        report.changed += counts.changed
        report.unreadable += counts.refused.count
        found.merge(counts.refused) { _, reason in reason }
        for folder in batch.folderPictures { noteProblems(of: folder.pictures, folder.path) }
        for file in batch.files {
            if case .unreadable(let reason) = file.outcome {
                noteUnreadable(file.folder, file.name, reason)
            } else if let damage = file.damage {
                noteProblem(file.folder, file.name, damage)
            }
        }
    }

    private mutating func noteUnreadable(_ folder: MediaPath, _ name: MediaPath, _ reason: String) {
        report.unreadable += 1
        noteProblem(folder, name, reason)
    }

    private mutating func noteProblems(of pictures: [FolderPicture], _ folder: MediaPath) {
        for picture in pictures {
            if let problem = picture.problem { found[picture.path(in: folder)] = problem }
        }
    }

    private mutating func noteProblem(_ folder: MediaPath, _ name: MediaPath, _ reason: String) {
        found[folder.appending(name)] = reason
    }
}
