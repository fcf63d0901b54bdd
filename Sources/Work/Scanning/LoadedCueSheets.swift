import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithTagReading
import Synchronization

/// The cue sheets of a folder, each read when the first of its files asks for it.
final class LoadedCueSheets: Sendable {
    // Absolute.
    private let folder: MediaPath
    /// The names of the files in it.
    private let media: [MediaPath]
    private let read = Mutex<[MediaPath: Result<CueSheetFile, CueSheetProblem>]>([:])
    private let reported = Mutex<Set<MediaPath>>([])

    /// 999 tracks are about half of it.
    static let sizeLimit = 256 << 10

    init(folder: MediaPath, media: [MediaPath]) {
        self.folder = folder
        self.media = media
    }

    /// The sheet that applies to a file, if there is one.
    struct Finding: Sendable {
        var sheet: CueSheet
        /// The parts of the file; none if it is one track.
        var tracks: CueTracks
        /// The words about a file that is one track.
        var onlyTrack: CueSheet.Track?
    }

    /// Looks into the sheets that may be about a file, and then into the one in its tags; the first that speaks of it
    /// and has nothing wrong is believed. Blocks its thread.
    ///
    /// - Parameter problems: Takes what is wrong with sheets next to the file, once for each sheet.
    /// - Returns: `nil` if no sheet tells anything, and of a film, whose sheet is that of its sound.
    func finding(
        for seen: SeenFile, _ file: MediaFile, problems: inout [ScanProblem]
    ) -> Finding? {
        if seen.sheets.isEmpty && file.cueSheet == nil { return nil }
        guard file.facts.mediaType.isDisjoint(with: .anyVideo) else { return nil }
        let (name, duration) = (seen.name, file.facts.playbackDuration)
        for sheet in seen.sheets {
            do throws(CueSheetProblem) {
                let finding = try Self.finding(in: contents(of: sheet).get(), name, duration)
                if let finding { return finding }
            } catch {
                if reported.withLock({ $0.insert(sheet).inserted }) {
                    problems.append(
                        ScanProblem(
                            path: folder.appending(sheet), reason: "cue sheet: \(error)"))
                }
            }
        }
        guard let text = file.cueSheet, let sheet = CueSheetFile(embedded: text, in: name) else {
            return nil
        }
        // Files that were cut out of a disc's often have its sheet still: that is no fault of theirs.
        return try? Self.finding(in: sheet, name, duration)
    }

    private static func finding(
        in sheet: CueSheetFile, _ name: MediaPath, _ duration: Double?
    ) throws(CueSheetProblem) -> Finding? {
        guard let tracks = try sheet.tracks(in: name, duration: duration) else { return nil }
        return Finding(
            sheet: sheet.sheet, tracks: tracks, onlyTrack: sheet.onlyTrack(in: name))
    }

    private func contents(of sheet: MediaPath) -> Result<CueSheetFile, CueSheetProblem> {
        read.withLock { known in
            if let known = known[sheet] { return known }
            let result = Result { () throws(CueSheetProblem) in
                guard let bytes = folder.appending(sheet).contents(upTo: Self.sizeLimit) else {
                    throw .unreadable
                }
                return try CueSheetFile(bytes, name: sheet, media: media)
            }
            known[sheet] = result
            return result
        }
    }
}
