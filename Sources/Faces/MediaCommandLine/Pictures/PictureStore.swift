import FoundationEssentials
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithTagReading
import PhonolithThumbnails
import PhonolithWorker

/// Pictures of videos that are kept, each under a name that changes with the video and with what was asked.
struct PictureStore {
    private let folder: MediaPath
    private let format: ThumbnailImage.FileFormat
    /// All that the pictures of this job depend on, except for the time.
    private let subject: [UInt8]

    /// The facts kept next to a picture.
    private struct Note: Codable {
        var actualTime: Double
        var width: Int
        var height: Int
    }

    /// - Returns: `nil` if the video cannot be looked at.
    init?(_ job: PictureJob) {
        guard let status = MediaPath(bytes: job.video).status else { return nil }
        let (written, changed) = (status.contentTime, status.st_ctim)
        folder = MediaPath(bytes: job.folder)
        format = job.fileFormat
        // The first number changes when the same request would give another picture. The time of change is
        // what a program that sets the other one back cannot hide, as in a scan.
        let asked =
            "2 \(status.st_size) \(written.tv_sec) \(written.tv_nsec)"
            + " \(changed.tv_sec) \(changed.tv_nsec) \(status.st_dev) \(status.st_ino)"
            + " \(job.toleranceBefore ?? -1) \(job.toleranceAfter ?? -1)"
            + " \(job.maximumSize.map { "\($0.width)x\($0.height)" } ?? "whole")"
            + " \(job.format) \(job.quality) "
        subject = Array(asked.utf8) + job.video
    }

    /// Where the picture of a time is, or will be.
    func path(at time: Double) -> MediaPath {
        folder.appending(MediaPath(name(time) + "." + format.fileExtension))
    }

    /// The kept pictures; `nil` if there are none, or not all of them.
    func record(at time: Double) -> PictureRecord? {
        let path = path(at: time)
        guard let bytes = try? notePath(time).allBytes(upTo: 4096),
            let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)),
            KeptPictures.markUsed(path)
        else { return nil }
        return PictureRecord(
            requestedTime: time, status: .succeeded, actualTime: note.actualTime,
            path: path.bytes, width: note.width, height: note.height)
    }

    /// Keeps what a picture's file does not say, when it has been written.
    func keep(_ record: PictureRecord, at time: Double) {
        guard let actualTime = record.actualTime, let width = record.width,
            let height = record.height,
            let data = try? JSONEncoder().encode(
                Note(actualTime: actualTime, width: width, height: height))
        else { return }
        // A picture that cannot be kept is made again.
        try? WholeFile.write(data, to: notePath(time), isDurable: false)
    }

    private func notePath(_ time: Double) -> MediaPath {
        folder.appending(MediaPath(name(time) + ".json"))
    }

    private func name(_ time: Double) -> String {
        ContentDigest(of: subject + Array(" \(time)".utf8)).hexadecimal
    }
}

/// The folder that pictures are written to, tried before the first is made.
struct PictureFolder {
    private let path: MediaPath
    private let isNew: Bool

    /// Makes the folder if it is missing, and writes a little to it. Blocks its thread.
    ///
    /// - Parameter path: Empty for the current folder.
    /// - Throws: ``Failure``, for a disk that is full, too.
    init(_ path: MediaPath) throws {
        self.path = path
        let place = path.bytes.isEmpty ? MediaPath(".") : path
        let status = place.status
        isNew = status == nil
        guard status?.isFolder ?? true else {
            throw Failure("\(place): is not a folder; choose one with --output")
        }
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(path)
            let trial = path.appending(
                MediaPath(".phonolith-\(UInt64.random(in: 0 ... .max)).trial"))
            defer { _ = trial.withCString { unlink($0) } }
            try WholeFile.write([UInt8](repeating: 0x20, count: 4096), to: trial, isDurable: false)
        } catch {
            removeIfUnused()
            throw Failure("\(place): cannot be written: \(error); \(error.remedy)")
        }
    }

    /// Removes the folder again, if it was missing and still has nothing in it.
    func removeIfUnused() {
        if isNew { _ = path.withCString { rmdir($0) } }
    }
}
