import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

/// Which cue sheets of a folder may be about which of its files: a sheet that bears a file's name is that file's
/// alone (`a.cue` and `a.flac.cue` of `a.flac`), any other may be about all.
///
/// So a sheet that comes or changes in a folder of many such pairs concerns one file. The content of the sheets
/// is not looked at yet.
struct CueSheetAssignment {
    /// By the name of the file that they bear, with its extension or without.
    private var named: [MediaPath: [SeenFile]] = [:]
    private var others: [SeenFile] = []

    init(_ sheets: [SeenFile], media: [SeenFile]) {
        let names = Set(media.flatMap { [$0.name, $0.name.stem] })
        for sheet in sheets.sorted(by: { $0.name < $1.name }) {
            if names.contains(sheet.name.stem) {
                named[sheet.name.stem, default: []].append(sheet)
            } else {
                others.append(sheet)
            }
        }
    }

    /// Sets the sheets of files, and the state of these in their stamps.
    ///
    /// Which of `a.wav` and `a.flac` a sheet means depends on whether both exist: the state is another one when either
    /// comes or goes.
    func join(to media: inout [SeenFile]) {
        if named.isEmpty, others.isEmpty { return }
        let names = media.map(\.name).sorted()
        let encodings = Dictionary(grouping: names, by: \.stem.comparedName)
        for index in media.indices {
            let name = media[index].name
            let sheets = (named[name] ?? []) + (named[name.stem] ?? []) + others
            if sheets.isEmpty { continue }
            media[index].sheets = sheets.map(\.name)
            let rivals = encodings[name.stem.comparedName, default: []].filter { $0 != name }
            media[index].stamp.sheetsState = Self.state(of: sheets, besides: rivals)
        }
    }

    /// A number, never 0, that is another one when any of the sheets is, or of the other encodings of the file
    /// (FNV-1a).
    private static func state(of sheets: [SeenFile], besides encodings: [MediaPath]) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for sheet in sheets {
            sheet.name.bytes.forEach(mix)
            for number in [sheet.stamp.size, sheet.stamp.modified, sheet.stamp.changed] {
                withUnsafeBytes(of: number.littleEndian) { $0.forEach(mix) }
            }
        }
        for name in encodings {
            name.bytes.forEach(mix)
            mix(0x2F)
        }
        return Int(truncatingIfNeeded: hash | 1)
    }
}
