import FoundationEssentials
import PhonolithPlaylists

/// A value of Apple's XML property lists (the manual page plist(5)).
enum PropertyListValue: Hashable {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case date(Date)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// Data, and what has no use here.
    case other

    subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var isTrue: Bool { self == .boolean(true) }
    var date: Date? { if case .date(let date) = self { date } else { nil } }
    var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
    var elements: [PropertyListValue] { if case .array(let all) = self { all } else { [] } }
}

struct PropertyListReader {
    private static let deepest = 64

    private var reader: XMLReader

    /// - Throws: `PlaylistError` for what is no XML.
    init(_ bytes: [UInt8]) { reader = XMLReader(bytes) }

    /// The value of the whole file.
    mutating func read() throws(PlaylistError) -> PropertyListValue {
        guard try start() == "plist" else { throw PlaylistError("is not a property list") }
        guard let name = try start() else { return .other }
        return try value(name, 0)
    }

    /// The name of the next element inside the one that is read; `nil` at its end.
    private mutating func start() throws(PlaylistError) -> String? {
        while let event = try reader.next() {
            switch event {
            case .start(let name, _): return name
            case .end: return nil
            case .text: continue
            }
        }
        return nil
    }

    private mutating func value(
        _ name: String, _ depth: Int
    ) throws(PlaylistError) -> PropertyListValue {
        guard depth < Self.deepest else { throw PlaylistError("is nested too deeply") }
        switch name {
        case "dict": return .dictionary(try dictionary(depth))
        case "array":
            var values: [PropertyListValue] = []
            while let name = try start() { values.append(try value(name, depth + 1)) }
            return .array(values)
        case "true", "false":
            _ = try text()
            return .boolean(name == "true")
        case "string": return .text(try text())
        case "integer": return Int(try text()).map(PropertyListValue.integer) ?? .other
        case "real": return Double(try text()).map(PropertyListValue.number) ?? .other
        case "date": return ForeignDate(try text()).map { .date($0.date) } ?? .other
        default:
            _ = try text()
            return .other
        }
    }

    private mutating func dictionary(
        _ depth: Int
    ) throws(PlaylistError) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        while let name = try start() {
            guard name == "key" else { throw PlaylistError("has <\(name)> where a key should be") }
            let key = try text()
            guard let name = try start() else { throw PlaylistError("has no value for '\(key)'") }
            values[key] = try value(name, depth + 1)
        }
        return values
    }

    /// The text up to the end of the element.
    private mutating func text() throws(PlaylistError) -> String {
        var (text, depth) = ("", 0)
        while let event = try reader.next() {
            switch event {
            case .text(let part): if depth == 0 { text += part }
            case .start: depth += 1
            case .end:
                if depth == 0 { return text }
                depth -= 1
            }
        }
        return text
    }
}
