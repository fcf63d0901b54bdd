import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
import PhonolithThumbnails

/// The names of the files that are made of one video.
struct PictureNames {
    let folder: MediaPath
    let stem: [UInt8]
    let format: ThumbnailImage.FileFormat
    private var taken: [MediaPath: Double] = [:]

    init(folder: MediaPath, stem: [UInt8], format: ThumbnailImage.FileFormat) {
        self.folder = folder
        self.stem = stem
        self.format = format
    }

    /// `film-0-01-05.500.jpg`; equal times have one file, and times that differ by less than can be written
    /// have numbers.
    mutating func picture(at time: Double) -> MediaPath {
        let parts = ThumbnailTimes.parts(of: time)
        let clock =
            "\(parts.hours)-\(parts.minutes.padded(2))-\(parts.seconds.padded(2))"
            + ".\(parts.milliseconds.padded(3))"
        var number = 1
        while true {
            let path = self.path("-" + clock + (number > 1 ? "-\(number)" : ""))
            guard let other = taken[path], other != time else {
                taken[path] = time
                return path
            }
            number += 1
        }
    }

    // `film-sheet.jpg`, `film-sheet-2.jpg`; `film-sprites.jpg`, …
    func sheet(_ kind: String, _ index: Int) -> MediaPath {
        path("-\(kind)" + (index > 0 ? "-\(index + 1)" : ""))
    }

    // `film-sprites.vtt`
    var track: MediaPath {
        folder.appending(MediaPath(bytes: stem + Array("-sprites.vtt".utf8)))
    }

    private func path(_ rest: String) -> MediaPath {
        folder.appending(
            MediaPath(bytes: stem + Array("\(rest).\(format.fileExtension)".utf8)))
    }

    /// The beginnings of the names of files of several videos, each its own: the name without extension, with
    /// it where another video has the same, and a number where that is not enough.
    static func stems(of videos: [MediaPath]) -> [[UInt8]] {
        var taken: Set<[UInt8]> = []
        let names = videos.map(name)
        let plain = names.map(stem)
        let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        return videos.indices.map { index in
            let whole = limited(names[index])
            let wish = counts[plain[index]] == 1 ? plain[index] : whole
            var stem = wish
            var number = 2
            while !taken.insert(stem).inserted {
                stem = wish + Array("-\(number)".utf8)
                number += 1
            }
            return stem
        }
    }

    /// The name of a file, or of what an address leads to.
    private static func name(of video: MediaPath) -> [UInt8] {
        guard video.isWebAddress else { return video.lastComponent.bytes }
        let path = URL(string: video.description)?.lastPathComponent ?? ""
        let name = Array(path.utf8).filter { $0 != 0x2F }
        return name.isEmpty ? Array("video".utf8) : name
    }

    private static func stem(_ name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return limited(name) }
        return limited(Array(name[..<dot]))
    }

    /// Names of files have 255 bytes at most, and something is added to these; a character is never cut.
    private static func limited(_ name: [UInt8]) -> [UInt8] {
        guard name.count > 200 else { return name }
        var end = 200
        while end > 190, name[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(name[..<end])
    }
}
