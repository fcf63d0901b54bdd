import FoundationEssentials
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore

/// The steps of a scan that run side by side: walk, plan, read and write.
///
///     walk ──► plan ──► read ──► write ──► checkpoint
///      │        │        └─ files of a task        │
///      │        └─ what is known of 64 folders     └─ while the next batch is read
///      └─ 64 folders ahead of the plan
///
/// The coordinator, the only thread that sees this value, plans, and hands the rest to others, which take and return values.
struct RootReading {
    private let scan: RootScan
    private let walk: WalkAhead
    private let checkpointer: Checkpointer?
    private let filesPerBatch: Int
    private(set) var findings: ScanFindings
    private(set) var walked = WalkedRoot()
    /// The folders that it met last; `nil` while it walks.
    private var met: [FolderListing]?
    /// `nil` while a batch is being written.
    private var writer: ScanWriter?
    /// The next batch to write.
    private var batch = ScanBatch()
    private var lastWritten = ContinuousClock.now
    private var (inFlight, isCheckpointing) = (0, false)
    /// Files that are at the paths of others on other devices, by the rows of these: the devices then, and the paths.
    private var others: [Int64: (device: Int, path: MediaPath)] = [:]

    /// The changes that were written.
    var changes: ScanWriter.Changes { writer?.changes ?? ScanWriter.Changes() }

    init(_ scan: RootScan) throws {
        self.scan = scan
        let (catalog, root) = (scan.catalog, scan.target.root.id)
        walk = WalkAhead(FolderWalk(scan.target, scan.options, for: catalog))
        findings = ScanFindings(scan)
        walked.lastKnownFolder = try catalog.scans.lastFolderID()
        // The first scan of a library finds nothing that it could have known before.
        let isFirst = walked.lastKnownFolder == 0
        writer = ScanWriter(catalog: catalog, root: root, scan: isFirst ? nil : scan.id)
        try catalog.files.takeOver(newFilesOf: root, by: scan.id)
        checkpointer = try Checkpointer(of: catalog)
        filesPerBatch = ScanBatch.mostFiles(in: catalog)
    }

    /// Folders requested in one reading of the library.
    private static let foldersAtOnce = 64
    /// Files that make one task of a reader.
    private static let filesPerTask = 16
    /// Tasks handed out to each reader before their results are taken.
    private static let tasksPerReader = 6
    /// Files read in this time are written, however few they are.
    private static let timePerBatch = Duration.seconds(1)

    /// A result of the tasks of a scan.
    private enum Step: Sendable {
        case walked([FolderListing])
        case read(FileReading.Files)
        case readPictures(ScanBatch.PicturesOfFolder)
        case wrote(ScanWriter, ScanWriter.Counts, ScanBatch)
        case checkpointed
    }

    private typealias Steps = ThrowingTaskGroup<Step, any Error>

    mutating func run() async throws {
        if scan.progress != nil, scan.options.countsAhead {
            findings.total.begin(scan.target, scan.options, of: scan.catalog)
        }
        defer { findings.total.abandon() }
        try await withThrowingTaskGroup(of: Step.self) { steps in
            walkOn(&steps)
            while let folders = try await nextFolders(&steps), !folders.isEmpty {
                // The disk is asked for the next ones while these are compared.
                if !Task.isCancelled { walkOn(&steps) }
                let known = try scan.catalog.scans.knownFolders(
                    folders.map(\.path), in: scan.target.root.id)
                for (folder, known) in zip(folders, known) {
                    try await plan(withoutUnfinished(folder, known), known, &steps)
                }
            }
            while let step = try await steps.next() { take(step, &steps) }
            if !batch.isEmpty { write(&steps) }
            while let step = try await steps.next() { take(step, &steps) }
        }
        walked.unlistable = await walk.unlistable
        findings.problems.merge(walked.unlistable) { $1 }
    }

    // MARK: - Walking

    /// Has the walk meet some more folders, on a thread of its own.
    private mutating func walkOn(_ steps: inout Steps) {
        met = nil
        steps.addTask(executorPreference: scan.threads.walker) { [walk] in
            .walked(await walk.next(Self.foldersAtOnce))
        }
    }

    /// The next folders of the walk; empty at its end, `nil` if the scan was cancelled.
    private mutating func nextFolders(_ steps: inout Steps) async throws -> [FolderListing]? {
        while met == nil, let step = try await steps.next() { take(step, &steps) }
        return Task.isCancelled ? nil : met
    }

    /// The listing without new files that are still being written.
    private func withoutUnfinished(
        _ folder: FolderListing, _ known: KnownFolder?
    ) -> FolderListing {
        if scan.options.unfinished.isEmpty { return folder }
        var folder = folder
        let names = Set((known?.files ?? []).map(\.name))
        let path = scan.target.root.path.appending(folder.path)
        folder.media.removeAll {
            !names.contains($0.name) && scan.options.unfinished.contains(path.appending($0.name))
        }
        return folder
    }

    // MARK: - Planning

    private mutating func plan(
        _ folder: FolderListing, _ known: KnownFolder?, _ steps: inout Steps
    ) async throws {
        if scan.target.isShallow { walked.subfolders = folder.walked }
        let plan = FolderPlan(
            media: folder.media, pictures: folder.pictures.map(FolderPicture.init), known: known,
            inaccessible: Set(folder.problems.keys.map(\.lastComponent)),
            readingAllReadBefore: scan.target.readsAllReadBefore)
        note(plan, of: folder, known)
        if plan.picturesChanged, !folder.media.isEmpty {
            try await start(&steps) { [reading = scan.reading] in
                .readPictures(reading.readPictures(folder.pictures, in: folder.path))
            }
        }
        if plan.readings.isEmpty { return findings.tellProgress(folder.path) }
        // Items without numbers are listed in the order of their ids.
        let readings = plan.readings.sortedByKey(\.file.name)
        let sheets = LoadedCueSheets(
            folder: scan.target.root.path.appending(folder.path), media: folder.media.map(\.name))
        for chunk in readings.chunks(of: Self.filesPerTask) {
            try await start(&steps) { [reading = scan.reading] in
                .read(reading.read(chunk, in: folder.path, sheets))
            }
        }
        findings.tellProgress(folder.path)
    }

    private mutating func note(
        _ plan: FolderPlan, of folder: FolderListing, _ known: KnownFolder?
    ) {
        if let known {
            walked.visited.insert(known.id)
            walked.gone += plan.gone.map { FileStore.Gone(fileID: $0, folderID: known.id) }
        }
        walked.devices.merge(plan.devices)
        findings.filesSeen += folder.media.count + folder.leftOutLinks
        findings.filesDone += folder.media.count - plan.readings.count
        findings.report.add(plan)
        findings.problems.merge(folder.problems) { $1 }
        for (name, reason) in plan.stillUnreadable {
            findings.noteUnreadable(folder.path.appending(name), reason)
        }
        for (name, reason) in plan.stillDamaged {
            findings.problems[folder.path.appending(name)] = reason
        }
        if !plan.picturesChanged { findings.note(known?.pictures ?? [], in: folder.path) }
        batch.returned += plan.returned
        batch.relocated.merge(plan.relocated) { $1 }
        for reading in plan.readings {
            guard let known = reading.known, known.stamp.device != reading.file.stamp.device else {
                continue
            }
            others[known.id] = (known.stamp.device, folder.path.appending(known.name))
        }
    }

    // MARK: - Reading

    /// Hands a task to the readers, when they have room for it.
    private mutating func start(
        _ steps: inout Steps, _ body: @escaping @Sendable () -> Step
    ) async throws {
        while inFlight >= Self.tasksPerReader * scan.options.threads || isFull && writer == nil,
            let step = try await steps.next()
        {
            take(step, &steps)
        }
        inFlight += 1
        steps.addTask(executorPreference: scan.threads.readers) { body() }
    }

    private mutating func take(_ step: Step, _ steps: inout Steps) {
        switch step {
        case .walked(let folders): met = folders
        case .read(let read):
            inFlight -= 1
            batch.append(read.files)
            walked.displaced += read.files.compactMap { file in
                file.isAnother ? file.knownID.flatMap { others[$0] } : nil
            }
            findings.report.problems += read.problems
            findings.filesDone += read.files.count
            if let file = read.files.last { findings.tellProgress(file.folder) }
        case .readPictures(let pictures):
            inFlight -= 1
            batch.folderPictures.append(pictures)
        case .wrote(let writer, let counts, let batch):
            self.writer = writer
            findings.note(batch, counts)
            if let file = batch.files.last { findings.tellProgress(file.folder) }
            checkpoint(&steps)
        case .checkpointed:
            isCheckpointing = false
        }
        if isFull || lastWritten.duration(to: .now) >= Self.timePerBatch, !batch.isEmpty {
            write(&steps)
        }
    }

    // MARK: - Writing

    private var isFull: Bool { batch.isFull(with: filesPerBatch) }

    /// Hands the batch to the writer, unless that is busy; then it grows until the writer is back.
    private mutating func write(_ steps: inout Steps) {
        guard let writer else { return }
        let batch = batch
        self.batch = ScanBatch()
        self.writer = nil
        lastWritten = .now
        steps.addTask(executorPreference: scan.threads.writer) {
            var writer = writer
            let now = Date.now
            let counts = try writer.write(batch, now: now)
            return .wrote(writer, counts, batch)
        }
    }

    private mutating func checkpoint(_ steps: inout Steps) {
        guard let checkpointer, !isCheckpointing else { return }
        isCheckpointing = true
        steps.addTask(executorPreference: scan.threads.checkpointer) {
            // A checkpoint that fails here is made by SQLite itself later, and reported then.
            try? checkpointer.run()
            return .checkpointed
        }
    }
}
