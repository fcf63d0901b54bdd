import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker

struct MakeThumbnails: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Create thumbnails of videos.",
        discussion: """
            A video is a file, an http or https address, a folder (all videos in it and its subfolders), or the id of an item in the library. Files and \
            folders need no library. Times are seconds or h:mm:ss.fff from the start of the video. The default is the nearest key \
            frame, which is fast; use --exact for the frame at exactly that time.

              phonolith thumbnails film.mp4 --at 90,1:02:05.5 --exact
              phonolith thumbnails ~/Videos --count 3 --max-size 320x320 --output pictures
              phonolith thumbnails film.mp4 --sheet 4x4
              phonolith thumbnails film.mp4 --sprites --every 10
            """)

    @Argument(
        help: "Files, folders, addresses, or ids of items in the library.", completion: .file())
    var videos: [String]
    @Option(
        help: ArgumentHelp("Times, separated by commas.", valueName: "times"),
        transform: { try TypedTimes($0) })
    var at: TypedTimes?
    @Option(
        help: """
            Number of thumbnails, evenly spread; avoids the first and last frame, and black frames if others are near.
            """)
    var count: Int?
    @Option(help: ArgumentHelp("Interval between thumbnails, in seconds.", valueName: "seconds"))
    var every: Double?
    @Flag(help: "Use the key frame nearest to the time, before or after it. (default)")
    var nearestKeyFrame = false
    @Flag(help: "Use the frame that is shown at the time.")
    var exact = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use the nearest key frame up to this much earlier, else the exact frame; inf for the previous key frame.",
            valueName: "seconds"))
    var toleranceBefore: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use the nearest key frame up to this much later.", valueName: "seconds")
    )
    var toleranceAfter: Double?
    @Option(
        help: ArgumentHelp(
            "Maximum size of a picture; pictures are never enlarged. (default: full size, 320x320 on sheets, 240x240 as sprites)",
            valueName: "WxH"), transform: { try TypedPair($0, example: 320) })
    var maxSize: TypedPair?
    @Option(
        help: ArgumentHelp("Image format: jpeg (default), png or webp.", valueName: "format"),
        transform: { try ThumbnailImage.FileFormat(typed: $0) })
    var imageFormat = ThumbnailImage.FileFormat.jpeg
    @Option(help: "Quality of JPEG and WebP, 1 to 100.") var quality = 85
    @Option(
        help: ArgumentHelp(
            "Output folder; created if missing. (default: current folder)",
            valueName: "folder"))
    var output: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Make contact sheets of this many columns and rows, with times. Without times: one sheet of the whole video.",
            valueName: "CxR"), transform: { try TypedPair($0, example: 4, upTo: 100) })
    var sheet: TypedPair?
    @Flag(
        help: """
            Make sheets for seek previews (10x10, or the size of --sheet), and a WebVTT file that maps times to pictures. \
            Without times: one picture every 10 seconds.
            """)
    var sprites = false
    @Flag(help: "Keep the thumbnails in the cache while the video is unchanged.")
    var cached = false
    @Option(
        help: ArgumentHelp(
            "With --cached: maximum cache size; the least recently used pictures are removed. (default: 512)",
            valueName: "MB"))
    var cacheLimit: Int?
    @Flag(help: "Print one JSON object per line for each time.") var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time limit per picture; a video that hangs is skipped.",
            valueName: "seconds"))
    var fileTimeout = 60.0
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        try validateTimes()
        try validatePrecision()
        guard (1...100).contains(quality) else {
            throw ValidationError("--quality takes 1 to 100, not \(quality)")
        }
        guard (1...86_400).contains(fileTimeout) else {
            throw ValidationError("--file-timeout takes 1 to 86400 seconds, not \(fileTimeout)")
        }
        if let sheet, sheet.width * sheet.height > 10_000 {
            throw ValidationError("--sheet takes 10000 pictures at most")
        }
        if let cacheLimit, !cached || !(0...1_000_000).contains(cacheLimit) {
            throw ValidationError("--cache-limit takes 0 to 1000000 MB, with --cached")
        }
        if cached, output != nil || sheet != nil || sprites {
            throw ValidationError(
                "--cached works with single pictures only; remove --output, --sheet and --sprites"
            )
        }
    }

    private func validateTimes() throws {
        let given = [at != nil, count != nil, every != nil].filter(\.self).count
        if given > 1 { throw ValidationError("choose one of --at, --count and --every") }
        if given == 0, sheet == nil, !sprites {
            throw ValidationError("no times given: use --at TIMES, --count N or --every SECONDS")
        }
        if let count, !(1...10_000).contains(count) {
            throw ValidationError("--count takes 1 to 10000, not \(count)")
        }
        if let every, !(0.001...1e6).contains(every) {
            throw ValidationError("--every takes 0.001 to 1000000 seconds, not \(every)")
        }
    }

    private func validatePrecision() throws {
        let tolerances = [toleranceBefore, toleranceAfter].compactMap(\.self)
        if [exact, nearestKeyFrame, !tolerances.isEmpty].filter(\.self).count > 1 {
            throw ValidationError("choose one of --exact, --nearest-key-frame and tolerances")
        }
        guard tolerances.allSatisfy({ $0 >= 0 }) else {
            throw ValidationError("a tolerance is 0 seconds or more, or inf")
        }
    }

    func run() throws {
        if output?.isStandardOutput == true {
            throw Failure(
                "-: is standard output; pictures need a folder, so name one with --output")
        }
        let names = try VideoNames(videos, library: library)
        let output = try PictureFolder(folder)
        defer { output.removeIfUnused() }
        names.problems.forEach { Terminal.tell($0.withoutControls) }
        let supervisor = PictureSupervisor(timeLimit: fileTimeout)
        defer { supervisor.end() }
        let interruption = Interruption { supervisor.interrupt() }
        defer { interruption.end() }
        let failures = try jobs(names.videos).reduce(0) { try $0 + make($1, supervisor) }
        if interruption.hasHappened {
            Terminal.tell("interrupted; finished pictures are kept")
            throw ExitCode.interrupted
        }
        if failures > 0 || !names.problems.isEmpty { throw ExitCode.problems }
    }

    /// - Returns: How many results are failures.
    private func make(_ job: PictureJob, _ supervisor: PictureSupervisor) throws -> Int {
        var failures = 0
        var report = PictureReport(video: MediaPath(bytes: job.video), isJSON: json)
        try supervisor.make(job) { record in
            if record.status == .failed { failures += 1 }
            try report.tell(record)
        }
        try report.tellTrack()
        return failures
    }
}

extension MakeThumbnails {
    // MARK: Jobs

    private func jobs(_ videos: [MediaPath]) -> [PictureJob] {
        zip(videos, PictureNames.stems(of: videos)).map { video, stem in
            PictureJob(
                video: video.bytes, times: times, toleranceBefore: tolerances.before,
                toleranceAfter: tolerances.after, avoidsRepeats: avoidsRepeats, maximumSize: box,
                format: imageFormat.rawValue, quality: quality, arrangement: arrangement,
                folder: folder.bytes, stem: stem,
                cacheLimit: cached ? (cacheLimit ?? 512) * 1_000_000 : nil,
                library: try? library.path, timeLimit: fileTimeout)
        }
    }

    private var times: PictureJob.Times {
        if let at { return .at(at.seconds) }
        if let count { return .count(count) }
        if let every { return .every(every) }
        if sprites { return .every(10) }
        return .count((sheet?.width ?? 1) * (sheet?.height ?? 1))
    }

    private var tolerances: (before: Double?, after: Double?) {
        if exact { return (0, 0) }
        guard hasTolerances else { return (nil, nil) }
        let stated = [toleranceBefore ?? 0, toleranceAfter ?? 0].map { $0.isFinite ? $0 : nil }
        return (stated[0], stated[1])
    }

    private var hasTolerances: Bool { toleranceBefore != nil || toleranceAfter != nil }

    /// A sheet is for looking at, and sprites for finding a place, unless the user has said which frames are wanted.
    private var avoidsRepeats: Bool {
        (sheet != nil || sprites) && !exact && !nearestKeyFrame && !hasTolerances
    }

    private var box: PictureJob.Box? {
        if let maxSize { return .init(width: maxSize.width, height: maxSize.height) }
        if sprites { return .init(width: 240, height: 240) }
        return sheet == nil ? nil : .init(width: 320, height: 320)
    }

    private var arrangement: PictureJob.Arrangement {
        if sprites { return .sprites(columns: sheet?.width ?? 10, rows: sheet?.height ?? 10) }
        return sheet.map { .sheets(columns: $0.width, rows: $0.height) } ?? .single
    }

    private var folder: MediaPath {
        cached
            ? UserFolders.cache.appending("thumbnails")
            : (output?.path ?? "")
    }
}

/// Reports the results for the times of one video.
private struct PictureReport {
    let video: MediaPath
    let isJSON: Bool
    /// The last report: a sheet is reported once, whether or not it was made.
    private var lastPath: [UInt8]?
    private var lastSheetError: String?
    private var track: [UInt8]?

    init(video: MediaPath, isJSON: Bool) {
        self.video = video
        self.isJSON = isJSON
    }

    mutating func tell(_ record: PictureRecord) throws {
        if isJSON { return try StandardOutput.writeLine(json(record).json) }
        switch record.status {
        case .succeeded:
            track = record.track ?? track
            guard record.path != lastPath, let path = record.path else { return }
            lastPath = path
            try write(path)
        case .failed where record.isErrorOfSheet == true:
            guard record.error != lastSheetError, let error = record.error else { return }
            lastSheetError = error
            Terminal.tell("\(video): \(error)".oneLine)
        case .failed:
            let time = record.requestedTime.map { " at \(ThumbnailTimes.brief($0)) s" } ?? ""
            Terminal.tell("\(video)\(time): \(record.error ?? "failed")".oneLine)
        case .cancelled: break
        }
    }

    /// Reports the track of the sprites after its sheets.
    func tellTrack() throws {
        if let track { try write(track) }
    }

    private func write(_ path: [UInt8]) throws {
        try Array(path + [0x0A]).withUnsafeBytes { try StandardOutput.write($0) }
    }

    // Keys are never renamed.
    private func json(_ record: PictureRecord) -> Record {
        Record([
            ("video", .text(video.description)),
            ("videoBase64", base64(video)),
            ("requestedTime", record.requestedTime.map(MediaValue.number)),
            ("actualTime", record.actualTime.map { .number(($0 * 1e6).rounded() / 1e6) }),
            ("status", .text(record.status.rawValue)),
            ("path", path(record.path).map { .text($0.description) }),
            ("pathBase64", path(record.path).flatMap(base64)),
            ("x", record.x.map(MediaValue.integer)), ("y", record.y.map(MediaValue.integer)),
            ("width", record.width.map(MediaValue.integer)),
            ("height", record.height.map(MediaValue.integer)),
            ("track", path(record.track).map { .text($0.description) }),
            ("trackBase64", path(record.track).flatMap(base64)),
            ("error", record.error.map(MediaValue.text)),
        ])
    }

    /// For names that text cannot hold.
    private func base64(_ path: MediaPath) -> MediaValue? {
        path.isUTF8 ? nil : .bytes(path.bytes)
    }

    private func path(_ bytes: [UInt8]?) -> MediaPath? { bytes.map(MediaPath.init(bytes:)) }
}
