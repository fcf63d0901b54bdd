import PhonolithFiles
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithSamples
import Synchronization
import SystemPackage

/// One item that is saved while it is heard.
final class SavedStream: StreamKeeper {
    let interruption = ReadInterruption()
    /// The item's name in messages.
    let address: String
    private let item: PlayerItem
    private let saver: StreamSaver
    private let phase = Mutex(Phase.opening([]))
    /// Whether the phase is ``Phase/file(_:)``, also while the disk is waited for.
    private let isFile = Atomic<Bool>(false)

    /// Bytes that came before the source was known.
    private struct Part {
        var bytes: [UInt8]
        var offset: Int
        var title: String?
    }

    private enum Phase {
        case opening([Part])
        case file(ResumableFile)
        case live(LiveFile)
        case station(StationFolder)
        /// Nothing is written any more.
        case over
    }

    init(_ item: PlayerItem, at address: String, for saver: StreamSaver) {
        (self.item, self.address, self.saver) = (item, address, saver)
    }

    var keepsReading: Bool { isFile.load(ordering: .relaxed) }

    var missingRange: Range<Int>? {
        phase.withLock { if case .file(let file) = $0 { file.missingRange } else { nil } }
    }

    func received(_ bytes: UnsafeRawBufferPointer, at offset: Int, title: String?) {
        attempt { phase throws(Errno) in
            let part = Part(bytes: Array(bytes), offset: offset, title: title)
            try write(part, in: &phase)
        }
    }

    func opened(_ source: NetworkSource) {
        attempt { phase throws(Errno) in
            // A source that is opened again continues what is written.
            guard case .opening(let parts) = phase else { return }
            guard !source.formatName.hasPrefix("hls") else {
                phase = .over
                return saver.failed(
                    "\(address): cannot be saved, because it is an HLS stream of many files; record the sound: phonolith record FILE --device NAME.monitor"
                )
            }
            phase = try begin(source)
            for part in parts { try write(part, in: &phase) }
        }
    }

    func abandoned() {
        attempt { phase throws(Errno) in
            defer { phase = .over }
            switch phase {
            case .opening, .over: break
            case .live(let file): file.discard()
            case .station(var folder): folder.discard()
            case .file(var file): _ = try file.finish(isAtEnd: false)
            }
        }
        saver.ended(self, isDone: false)
    }

    func ended(isAtEnd: Bool, reason: String?) {
        // A station that is heard again is saved again where there are several files.
        var isDone = false
        attempt { phase throws(Errno) in
            let ended = phase
            phase = .over
            switch ended {
            case .opening, .over: break
            case .live(let file):
                if try file.finish() {
                    isDone = true
                    saver.saved(file.path)
                }
            case .station(var folder):
                do throws(Errno) {
                    try folder.finish(saved: saver.saved)
                } catch {
                    phase = .station(folder)
                    throw error
                }
            case .file(var file):
                if try file.finish(isAtEnd: isAtEnd) {
                    isDone = true
                    saver.saved(file.path)
                } else {
                    saver.failed(
                        "\(file.path): not complete, \(file.count) bytes are saved\(reason.map { ": \($0)" } ?? ""); to continue, save it again"
                    )
                }
            }
        }
        saver.ended(self, isDone: isDone)
    }

    // MARK: - Steps

    private func begin(_ source: NetworkSource) throws(Errno) -> Phase {
        let form = FrameForm(format: source.formatName, codec: source.codecName)
        let station = source.stationName ?? item.title ?? address
        switch saver.place {
        case .file(let path):
            return source.isStation
                ? .live(try LiveFile(at: path))
                : .file(try ResumableFile(at: path, size: source.size))
        case .folder(let folder):
            guard source.isStation else {
                let path = folder.freePath(for: item.fileName(at: address, source))
                return .file(try ResumableFile(at: path, size: source.size))
            }
            guard let form else {
                return .live(
                    try LiveFile(
                        at: folder.freePath(for: "\(station).\(source.fileExtension)")))
            }
            return .station(
                StationFolder(
                    in: folder, station: station, form: form,
                    fileExtension: source.fileExtension))
        }
    }

    private func write(_ part: Part, in phase: inout Phase) throws(Errno) {
        switch phase {
        case .opening(let parts): phase = .opening(parts + [part])
        case .file(var file):
            phase = .over
            defer { phase = .file(file) }
            try file.write(part.bytes[...], at: part.offset)
        case .live(var file):
            phase = .over
            defer { phase = .live(file) }
            try file.write(part.bytes[...])
        case .station(var folder):
            phase = .over
            defer { phase = .station(folder) }
            try folder.write(part.bytes[...], title: part.title, saved: saver.saved)
        case .over: break
        }
    }

    /// Does something with the files. The first failure ends the saving, but not the sound.
    private func attempt(_ body: (inout Phase) throws(Errno) -> Void) {
        phase.withLock { phase in
            defer {
                let isFile = if case .file = phase { true } else { false }
                self.isFile.store(isFile, ordering: .relaxed)
            }
            do throws(Errno) {
                try body(&phase)
            } catch {
                saver.failed(
                    "\(address): cannot be saved in \(saver.place.path): \(error); \(error.remedy)")
                if let path = Self.giveUp(&phase) { saver.saved(path) }
            }
        }
    }

    /// Closes what cannot be written any more.
    ///
    /// - Returns: The file that has what was written until then, if it is one of its own. Of a file that can be continued
    ///   the part stays for the next attempt.
    private static func giveUp(_ phase: inout Phase) -> MediaPath? {
        defer { phase = .over }
        switch phase {
        case .opening, .over: return nil
        case .file(let file):
            file.close()
            return nil
        // The first error has been reported already.
        case .live(let file): return (try? file.finish()) == true ? file.path : nil
        case .station(var folder): return folder.giveUp()
        }
    }
}
