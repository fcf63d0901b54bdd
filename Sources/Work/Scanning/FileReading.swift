import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithTagReading

/// Reads files into what is stored of them. Blocks its thread.
struct FileReading: Sendable {
    let tagReader: TagReader
    let sortKeys: SortKeyMaker
    // Absolute.
    let root: MediaPath
    /// The declared kind of the root's files.
    let kind: LibraryRoot.Kind?
    let reading: ReadingGuard

    /// The result of reading some files.
    struct Files: Sendable {
        /// Without files that are gone since they were seen.
        var files: [ScannedFile] = []
        /// Problems of the cue sheets next to them.
        var problems: [ScanProblem] = []
    }

    /// Reads files of one folder, until the task is cancelled.
    func read(
        _ readings: [FolderPlan.Reading], in folder: MediaPath, _ sheets: LoadedCueSheets
    ) -> Files {
        var result = Files()
        for reading in readings {
            if Task.isCancelled { break }
            if let file = read(reading, in: folder, sheets, &result.problems) {
                result.files.append(file)
            }
        }
        return result
    }

    /// The signature of a file's sound; `nil` for what has none, or is not to be touched.
    ///
    /// - Parameter path: Absolute.
    func signature(ofFileAt path: MediaPath) -> AudioSignature? {
        if reading.refusals[path] != nil { return nil }
        return reading.watched(path) {
            // A file that cannot be read is no sign of anything.
            try? tagReader.read(path).signature
        }
    }

    /// Reads a file; `nil` for one that is gone since it was seen.
    private func read(
        _ plan: FolderPlan.Reading, in folder: MediaPath, _ sheets: LoadedCueSheets,
        _ problems: inout [ScanProblem]
    ) -> ScannedFile? {
        let path = folder.appending(plan.file.name)
        let absolute = root.appending(path)
        var stamp = plan.file.stamp
        let outcome: ScannedFile.Outcome
        var tracks: [ScannedTrack] = []
        var damage: String?
        if let refusal = reading.refusals[absolute] {
            outcome = .unreadable(refusal.reason)
            if !refusal.isLasting { stamp = stamp.ofUnknownContent }
        } else {
            do throws(MediaFileError) {
                let read = try reading.watched(absolute) { () throws(MediaFileError) -> Contents in
                    try contents(path, plan.file, sheets, &problems)
                }
                outcome = .item(read.item)
                tracks = read.tracks
                damage = read.damage
            } catch {
                guard FileStamp.now(at: absolute) != nil else { return nil }
                outcome = .unreadable(error.reason)
                if error.isOfSystem { stamp = stamp.ofUnknownContent }
            }
        }
        var file = ScannedFile(
            folder: folder, name: plan.file.name, stamp: stamp, knownID: plan.knownID,
            outcome: outcome, readAt: WallClock.nanoseconds)
        file.tracks = tracks
        file.damage = damage
        file.isAnother = plan.known.map { file.isPerhapsAnother(than: $0) } ?? false
        return file
    }

    /// A file, and the parts into which a cue sheet divides it.
    private struct Contents {
        var item: ItemContents
        var tracks: [ScannedTrack]
        var damage: String?
    }

    private func contents(
        _ path: MediaPath, _ seen: SeenFile, _ sheets: LoadedCueSheets,
        _ problems: inout [ScanProblem]
    ) throws(MediaFileError) -> Contents {
        var file = try tagReader.read(root.appending(path))
        let finding = sheets.finding(for: seen, file, problems: &problems)
        let parts = finding.map { finding in
            finding.tracks.parts.map { part in
                let facts = CueFacts(part, in: finding.sheet, of: file.facts, reader: tagReader)
                return ScannedTrack(
                    number: part.number, startTime: part.startTime, endTime: part.endTime,
                    contents: contents(of: path, facts.facts, file))
            }
        }
        if let finding, let track = finding.onlyTrack, finding.tracks.parts.isEmpty {
            file.facts =
                CueFacts(track, in: finding.sheet, of: file.facts, reader: tagReader).facts
        }
        let folder = root.appending(path.parent)
        LyricsFile.describe(
            &file.facts, seen.lyrics.compactMap { LyricsFile($0, of: seen.name, in: folder) })
        return Contents(
            item: contents(of: path, file.facts, file), tracks: parts ?? [], damage: file.damage)
    }

    /// The stored facts of a file, or of a part of it.
    private func contents(
        of path: MediaPath, _ facts: MediaFacts, _ file: MediaFile
    ) -> ItemContents {
        var facts = facts
        if let kind { facts.mediaType = kind.mediaType(of: facts) }
        facts.namePodcast(inFolder: path.parent)
        if kind == .audiobook { facts.nameBook(at: path) }
        return ItemContents(
            facts: facts, pictures: file.pictures, path: path, sortKeys: sortKeys,
            signature: file.signature)
    }

    /// Reads the pictures of a folder. One that is not a picture keeps its place without one, so that it is
    /// not read again before it changes.
    func readPictures(_ seen: [SeenFile], in folder: MediaPath) -> ScanBatch.PicturesOfFolder {
        let pictures = seen.map { file in
            var picture = FolderPicture(file)
            let path = root.appending(folder.appending(file.name))
            if let refusal = reading.refusals[path] {
                picture.problem = refusal.reason
            } else {
                reading.watched(path) { read(&picture, at: path) }
            }
            return picture
        }
        return ScanBatch.PicturesOfFolder(path: folder, pictures: pictures)
    }

    private static let pictureSizeLimit = 64 << 20

    private func read(_ file: inout FolderPicture, at path: MediaPath) {
        guard let bytes = path.contents(upTo: Self.pictureSizeLimit) else {
            if FileStamp.now(at: path) != nil {
                file.problem = "cannot be read, or is too large for a cover"
                // Read again by the next scan: rights change without the time of the file.
                file.modified = 0
            }
            return
        }
        let picture = Picture(bytes: bytes, kind: .front, source: .folder)
        file.problem = picture.fault.map { "cannot be shown as the cover of its folder: it \($0)" }
        file.picture = picture.fault == nil ? picture : nil
    }
}

extension ScannedFile {
    /// Whether this may be another file than the one that was known at its path: it does not hold the same audio.
    /// Most programs that write tags leave that, or write into the same file; but the number of a file proves
    /// little, because file systems give that of a deleted file to the next one.
    func isPerhapsAnother(than known: KnownFile) -> Bool {
        guard !known.isUnreadable, stamp != stamp.ofUnknownContent else { return false }
        if stamp.isSameFile(as: known.stamp) {
            // A copy of another file keeps that one's time, and may be as long.
            let isChanged =
                (stamp.size, stamp.modified, stamp.changed)
                != (known.stamp.size, known.stamp.modified, known.stamp.changed)
            guard isChanged, let signature, let before = known.signature else { return false }
            return signature != before
        }
        return signature == nil || signature != known.signature
    }
}

extension FolderPicture {
    /// A picture that is only known by its name.
    init(_ file: SeenFile) {
        self.init(
            name: file.name, size: file.stamp.size, modified: file.stamp.modified,
            changed: file.stamp.changed)
    }
}

extension LibraryRoot.Kind {
    /// The media type of a file of such a root: sound or picture is the file's own, the rest is the root's.
    func mediaType(of facts: MediaFacts) -> MediaType {
        let isVideo = !facts.mediaType.isDisjoint(with: .anyVideo)
        return switch self {
        case .music: isVideo ? .musicVideo : .music
        case .podcast: isVideo ? .videoPodcast : .podcast
        case .audiobook: .audioBook
        case .video: isVideo ? facts.mediaType : .homeVideo
        }
    }
}

extension MediaFacts {
    /// Names the podcast of an episode whose tags do not: by its show or album, else by its folder.
    fileprivate mutating func namePodcast(inFolder folder: MediaPath) {
        guard !mediaType.isDisjoint(with: [.podcast, .videoPodcast]), podcastTitle == nil else {
            return
        }
        let name = folder.lastComponent.description.normalizedNFC
        podcastTitle = tvShow ?? albumTitle ?? (name.isEmpty ? nil : name)
    }
}
