import FoundationEssentials

/// Writes JSPF, track by track.
struct JSPFForm: PlaylistForm {
    var bytes: [UInt8]
    private(set) var problems: [PlaylistProblem] = []
    private let encoder: JSONEncoder

    init(_ head: PlaylistDocument) {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        var list = JSPF.List()
        list.set(head)
        // Encoding these values cannot fail: all numbers are finite.
        let text = (try? encoder.encode(list)) ?? Data("{}".utf8)
        bytes = Array("{\"playlist\":".utf8) + text.dropLast()
        if text.count > 2 { bytes.append(0x2C) }
        bytes += Array("\"track\":[".utf8)
    }

    mutating func add(_ entry: PlaylistEntry, _ index: Int) {
        if let problem = XSPF.problem(of: entry, index) { problems.append(problem) }
        bytes += Array((index == 0 ? "\n" : ",\n").utf8)
        bytes += (try? encoder.encode(JSPF.Track(entry))) ?? Data("{}".utf8)
    }

    mutating func finish() { bytes += Array("\n]}}\n".utf8) }
}
