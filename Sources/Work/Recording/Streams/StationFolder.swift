import FoundationEssentials
import Glibc
import PhonolithFiles
import PhonolithImporting
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithSamples
import SystemPackage

/// The files of a radio station, one for each title.
///
/// The first title was joined in its middle and the last is left before its end: both are put into the folder
/// `incomplete`.
struct StationFolder {
    private let folder: MediaPath
    private let station: String
    private let form: FrameForm
    private let fileExtension: String
    private var cutter: StationCutter
    private var song: Song?
    private var songCount = 0

    /// The song that is written now.
    private struct Song {
        /// The title that the station sent; `nil` before it sent any.
        let title: String?
        let temporary: MediaPath
        let file: FileDescriptor
        let isFirst: Bool
        var count = 0
        /// The first pages, where an Ogg stream has its tags.
        var head: [UInt8] = []

        func discard() { _ = temporary.withCString { unlink($0) } }
    }

    /// - Parameters:
    ///   - station: The name of files without a title.
    ///   - fileExtension: Without a dot.
    init(in folder: MediaPath, station: String, form: FrameForm, fileExtension: String) {
        (self.folder, self.station, self.form) = (folder, station, form)
        self.fileExtension = fileExtension
        cutter = StationCutter(form)
    }

    /// Writes what came next. Blocks its thread.
    ///
    /// - Parameter saved: Called with each file that is complete now.
    mutating func write(
        _ bytes: ArraySlice<UInt8>, title: String?, saved: (MediaPath) -> Void
    ) throws(Errno) {
        cutter.append(bytes, title: title)
        try writeFrames(saved)
    }

    private mutating func writeFrames(_ saved: (MediaPath) -> Void) throws(Errno) {
        while let frame = cutter.next() {
            if begins(frame), let path = try close(isLast: false) { saved(path) }
            try add(frame)
        }
    }

    /// Ends the last file. Blocks its thread.
    ///
    /// - Parameter saved: Called with each file that is complete now.
    mutating func finish(saved: (MediaPath) -> Void) throws(Errno) {
        cutter.finish()
        try writeFrames(saved)
        if let path = try close(isLast: true) { saved(path) }
    }

    /// Ends the last file where it is, because nothing can be written any more. Blocks its thread.
    ///
    /// - Returns: The file; `nil` if it could not be renamed either. The first error has been reported already.
    mutating func giveUp() -> MediaPath? { (try? close(isLast: true)) ?? nil }

    /// Deletes the unfinished file. Blocks its thread.
    mutating func discard() {
        guard let song else { return }
        self.song = nil
        song.file.closeAfterReading()
        song.discard()
    }

    private func begins(_ frame: StationCutter.Frame) -> Bool {
        guard let song else { return false }
        return form == .ogg ? frame.beginsLink : frame.title != song.title
    }

    private mutating func add(_ frame: StationCutter.Frame) throws(Errno) {
        var song: Song
        if let known = self.song { song = known } else { song = try begin(frame.title) }
        let file = song.file
        try onlyErrno { _ = try file.writeAll(frame.bytes) }
        song.count += frame.bytes.count
        if form == .ogg, song.head.count < 1 << 16 { song.head += frame.bytes }
        self.song = song
    }

    private mutating func begin(_ title: String?) throws(Errno) -> Song {
        try WholeFile.makeFolder(folder)
        let temporary = try WholeFile(at: folder.appending("song")).temporary
        let file = try temporary.opened(
            .writeOnly, options: [.create, .exclusiveCreate], rights: 0o666)
        songCount += 1
        let song = Song(
            title: title, temporary: temporary, file: file, isFirst: songCount == 1)
        self.song = song
        let tags = form == .ogg ? [] : StationSong(title, station: station).id3
        try onlyErrno { _ = try file.writeAll(tags) }
        return song
    }

    /// The folder itself, where a full disk has no room for another one.
    private func incompleteFolder() throws(Errno) -> MediaPath {
        let place = folder.appending("incomplete")
        do throws(Errno) {
            try WholeFile.makeFolder(place)
        } catch  where [.noSpace, .diskQuotaExceeded].contains(error) {
            return folder
        }
        return place
    }

    private mutating func close(isLast: Bool) throws(Errno) -> MediaPath? {
        guard let song else { return nil }
        self.song = nil
        song.file.closeAfterReading()
        let tags =
            form == .ogg
            ? StationSong(pages: song.head, station: station)
            : StationSong(song.title, station: station)
        let name = tags?.fileName
        guard song.count > 0 else {
            song.discard()
            return nil
        }
        let isWhole = name == nil || !song.isFirst && !isLast
        do throws(Errno) {
            let place = try isWhole ? folder : incompleteFolder()
            let path = place.freePath(for: (name ?? station) + "." + fileExtension)
            let result = song.temporary.withCString { old in path.withCString { rename(old, $0) } }
            guard result == 0 else { throw Errno(rawValue: errno) }
            return path
        } catch {
            song.discard()
            throw error
        }
    }
}

extension MediaPath {
    /// A path in this folder that no file has, with a number if needed.
    func freePath(for name: String) -> MediaPath {
        let name = PortableName.of(Array(name.utf8))
        var (path, number) = (appending(MediaPath(name)), 2)
        while path.status != nil {
            path = appending(MediaPath(PortableName.numbered(name, number)))
            number += 1
        }
        return path
    }
}

extension PlayerItem {
    /// The name of its file: as in its address, or where that has no extension, by its title.
    func fileName(at address: String, _ source: NetworkSource) -> String {
        let last = URL(string: address)?.lastPathComponent ?? ""
        if last.dropFirst().contains("."), last.last != "." { return last }
        let name = title ?? (last.isEmpty || last == "/" ? "stream" : last)
        return "\(name).\(source.fileExtension)"
    }
}

extension NetworkSource {
    /// The usual extension of its format, without a dot.
    var fileExtension: String {
        switch formatName {
        case "ogg": codecName == "opus" ? "opus" : "ogg"
        case let name where name.hasPrefix("mov"): isFilm ? "mp4" : "m4a"
        case let name where name.hasPrefix("matroska"): isFilm ? "mkv" : "mka"
        case let name: name
        }
    }
}
