/// A line in which words have times in front, as the enhanced form has them: `<00:12.30>Hello <00:12.80>world`. A time
/// with nothing after it is the end of the word before.
struct TimedWords {
    private(set) var text = ""
    private(set) var words: [SongLyrics.Word] = []

    init(_ row: Substring) {
        var marks: [(time: Int, offset: Int)] = []
        var rest = row.drop { $0 == " " }
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            let behind = rest[rest.index(after: start)...]
            // Only a short text can be a time: a line of many "<" is read once.
            if let end = behind.prefix(16).firstIndex(of: ">"),
                let time = SongLyrics.milliseconds(behind[..<end])
            {
                if text.allSatisfy({ $0 == " " }) { text = "" }
                marks.append((time, text.utf8.count))
                rest = behind[behind.index(after: end)...]
            } else {
                text += "<"
                rest = behind
            }
        }
        text += rest
        if marks.first?.offset == 0 { dropBlanks(&marks) }
        addWords(marks)
        settleEnds()
    }

    /// Drops the spaces between the first time and its word.
    private mutating func dropBlanks(_ marks: inout [(time: Int, offset: Int)]) {
        let count = text.utf8.prefix { $0 == 0x20 }.count
        // A space with an accent after it is one character, of which the accent stays.
        text = String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
        marks = marks.map { ($0.time, max(0, $0.offset - count)) }
    }

    private mutating func addWords(_ marks: [(time: Int, offset: Int)]) {
        let bytes = Array(text.utf8)
        for (index, mark) in marks.enumerated() {
            let next = index + 1 < marks.count ? marks[index + 1].offset : bytes.count
            var range = mark.offset..<next
            while let first = range.first, bytes[first] == 0x20 { range.removeFirst() }
            while let last = range.last, bytes[last] == 0x20 { range.removeLast() }
            if !range.isEmpty {
                words.append(SongLyrics.Word(start: mark.time, bytes: range))
            } else if let last = words.indices.last {
                words[last].end = words[last].end ?? mark.time
            }
        }
    }

    /// Gives all words an end where the last has one: the next one's start. Times that go back are no times.
    private mutating func settleEnds() {
        let isInOrder = zip(words, words.dropFirst()).allSatisfy { $0.start <= $1.start }
        guard isInOrder else { return words = [] }
        let isEnded = words.last?.end != nil
        for index in words.indices {
            let start = words[index].start
            let next = index + 1 < words.count ? words[index + 1].start : nil
            let end = words[index].end ?? next ?? start
            words[index].end = isEnded ? max(start, min(end, next ?? end)) : nil
        }
    }
}
