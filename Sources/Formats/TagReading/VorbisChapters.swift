import PhonolithMediaModel

/// Chapters in Vorbis comments: `CHAPTER001=00:00:00.000` and `CHAPTER001NAME=…`, as OGM tools write them.
enum VorbisChapters {
    /// The chapters in the order of their start times.
    static func chapters(in fields: [RawField]) -> [Chapter] {
        var starts: [String: Double] = [:]
        var names: [String: String] = [:]
        for field in fields where field.kind == .vorbis {
            // Nearly no file has any, and making capitals of all keys costs.
            guard let first = field.key.utf8.first, first | 0x20 == UInt8(ascii: "c") else {
                continue
            }
            let key = field.key.uppercased()
            guard key.hasPrefix("CHAPTER"), let value = field.values.first else { continue }
            let digits = key.dropFirst(7).prefix { "0"..."9" ~= $0 }
            let rest = key.dropFirst(7 + digits.count)
            if digits.isEmpty { continue }
            if rest.isEmpty { starts[String(digits)] = seconds(value) }
            if rest == "NAME" { names[String(digits)] = value }
        }
        return starts.map { Chapter(startTime: $1, endTime: nil, title: names[$0]) }
            .sorted { $0.startTime < $1.startTime }
    }

    // Seconds of `HH:MM:SS.mmm`.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
        else { return nil }
        let total = hours * 3600 + minutes * 60 + seconds
        return total.isFinite && total >= 0 ? total : nil
    }
}
