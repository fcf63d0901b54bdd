import Catalog
import MediaModel
import TagReading

/// Reads files into what is stored of them. Blocks its thread.
struct FileReading: Sendable {
    let tagReader: TagReader
    let sortKeys: SortKeyMaker
    /// Absolute.
    let root: MediaPath
    /// What the root's files are declared to be.
    let kind: LibraryRoot.Kind?
    let reading: ReadingGuard

    /// Reads files of one folder, until the task is cancelled.
    ///
    /// - Returns: What was read; without files that are gone since they were seen.
    func read(_ readings: [FolderPlan.Reading], in folder: MediaPath) -> [ScannedFile] {
        var files: [ScannedFile] = []
        for reading in readings {
            if Task.isCancelled { break }
            if let file = read(reading, in: folder) { files.append(file) }
        }
        return files
    }

    /// Reads a file; `nil` for one that is gone since it was seen.
    private func read(_ plan: FolderPlan.Reading, in folder: MediaPath) -> ScannedFile? {
        let path = folder.appending(plan.file.name)
        let absolute = root.appending(path)
        var stamp = plan.file.stamp
        let outcome: ScannedFile.Outcome
        if let refusal = reading.refusals[absolute] {
            outcome = .unreadable(refusal.reason)
            if !refusal.isLasting { stamp = stamp.ofUnknownContent }
        } else {
            do throws(MediaFileError) {
                let lyrics = plan.file.lyrics.map { root.appending(folder).appending($0) }
                outcome = .item(try read(path, lyrics: lyrics))
            } catch {
                guard FileStamp.now(at: absolute) != nil else { return nil }
                outcome = .unreadable(error.reason)
                if error.isOfSystem { stamp = stamp.ofUnknownContent }
            }
        }
        var file = ScannedFile(
            folder: folder, name: plan.file.name, stamp: stamp, knownID: plan.knownID,
            outcome: outcome, readAt: WallClock.nanoseconds)
        file.isAnother = plan.known.map { file.isPerhapsAnother(than: $0) } ?? false
        return file
    }

    private func read(
        _ path: MediaPath, lyrics: MediaPath?
    ) throws(MediaFileError) -> ItemContents {
        try reading.watched(root.appending(path)) { () throws(MediaFileError) in
            try contents(path, lyrics: lyrics)
        }
    }

    private func contents(
        _ path: MediaPath, lyrics: MediaPath?
    ) throws(MediaFileError) -> ItemContents {
        var file = try tagReader.read(root.appending(path))
        if let kind { file.facts.mediaType = kind.mediaType(of: file.facts) }
        file.facts.namePodcast(inFolder: path.parent)
        if let lyrics = lyrics.flatMap(LyricsFile.lyrics) { file.facts.lyrics = lyrics }
        return ItemContents(
            facts: file.facts, pictures: file.pictures, path: path, sortKeys: sortKeys,
            signature: file.signature)
    }

    /// Reads the pictures of a folder. One that is no picture keeps its place without one, so that it is
    /// not read again before it changes.
    func readPictures(_ seen: [SeenFile], in folder: MediaPath) -> ScanBatch.PicturesOfFolder {
        let pictures = seen.map { file in
            var picture = FolderPicture(file)
            let path = root.appending(folder.appending(file.name))
            if reading.refusals[path] == nil {
                picture.picture = reading.watched(path) { readPicture(at: path) }
            }
            return picture
        }
        return ScanBatch.PicturesOfFolder(path: folder, pictures: pictures)
    }

    /// More is no cover.
    private static let pictureSizeLimit = 64 << 20

    private func readPicture(at path: MediaPath) -> Picture? {
        guard let bytes = path.contents(upTo: Self.pictureSizeLimit) else { return nil }
        let picture = Picture(bytes: bytes, kind: .front, source: .folder)
        return picture.artwork.mimeType.hasPrefix("image/") ? picture : nil
    }
}

extension ScannedFile {
    /// Whether this may be another file than the one that was known at its path: it is another to the file
    /// system, and does not hold the same audio. Most programs that write tags leave one or the other.
    func isPerhapsAnother(than known: KnownFile) -> Bool {
        guard known.problem == nil, stamp != stamp.ofUnknownContent else { return false }
        if stamp.isSameFile(as: known.stamp) { return false }
        return signature == nil || signature != known.signature
    }
}

extension FolderPicture {
    /// A picture that is only known by its name.
    init(_ file: SeenFile) {
        self.init(name: file.name, size: file.stamp.size, modified: file.stamp.modified)
    }
}

extension LibraryRoot.Kind {
    /// What a file of such a root is: sound or picture is the file's own, the rest is the root's.
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
