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

    /// Reads files of one folder, until the task is cancelled.
    ///
    /// - Returns: What was read; without files that are gone since they were seen.
    func read(_ readings: [FolderPlan.Reading], in folder: MediaPath) -> [ScannedFile] {
        var files: [ScannedFile] = []
        for reading in readings {
            if Task.isCancelled { break }
            let path = folder.appending(reading.file.name)
            guard let outcome = read(path, hasLyrics: reading.file.stamp.lyricsModified != 0)
            else { continue }
            files.append(
                ScannedFile(
                    folder: folder, name: reading.file.name, stamp: reading.file.stamp,
                    knownID: reading.knownID, outcome: outcome))
        }
        return files
    }

    private func read(_ path: MediaPath, hasLyrics: Bool) -> ScannedFile.Outcome? {
        let absolute = root.appending(path)
        do throws(MediaFileError) {
            var file = try tagReader.read(absolute)
            if let kind { file.facts.mediaType = kind.mediaType(of: file.facts) }
            if hasLyrics, let lyrics = LyricsFile.lyrics(at: absolute.replacingExtension("lrc")) {
                file.facts.lyrics = lyrics
            }
            return .item(
                ItemContents(
                    facts: file.facts, pictures: file.pictures, path: path, sortKeys: sortKeys))
        } catch {
            return FileStamp.now(at: absolute) == nil ? nil : .unreadable(error.reason)
        }
    }

    /// Reads the pictures of a folder. One that is no picture keeps its place without one, so that it is
    /// not read again before it changes.
    func readPictures(_ seen: [SeenFile], in folder: MediaPath) -> ScanBatch.PicturesOfFolder {
        let pictures = seen.map { file in
            var picture = FolderPicture(file)
            picture.picture = readPicture(at: root.appending(folder.appending(file.name)))
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

extension MediaPath {
    /// The path with another extension.
    fileprivate func replacingExtension(_ pathExtension: String) -> MediaPath {
        parent.appending(MediaPath(bytes: stem.bytes + [0x2E] + Array(pathExtension.utf8)))
    }
}
