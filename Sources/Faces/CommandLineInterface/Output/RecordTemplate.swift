import ArgumentParser
import PhonolithMediaModel

/// A line with the values of a record in it: `{albumArtist} - {title}`. `{{` and `}}` are the braces themselves.
struct RecordTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case field(String)
    }

    let parts: [Part]

    /// - Parameter field: Finds the field for a name in braces; throws if there is none.
    /// - Throws: `ValidationError` for a brace without its other half, and what `field` throws.
    init(_ template: String, field: (String) throws -> String) throws {
        var parts: [Part] = []
        var text = ""
        var rest = template[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                text.append(character)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw ValidationError(
                        "--template: '{\(rest)' has no '}'; write {{ for a literal brace")
                }
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.field(try field(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw ValidationError(
                    "--template: '}' has no '{'; write }} for a literal brace")
            default: text.append(character)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    /// The line for a record, without its end. Absent fields are empty.
    func line(_ record: Record) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let name): record[name]?.plainText.withoutControls ?? ""
            }
        }.joined()
    }
}

/// A line for each record, by a template.
struct TemplateWriter: RecordWriter {
    let template: RecordTemplate
    let output: StandardOutput

    mutating func write(_ record: Record) throws { try output.write(template.line(record) + "\n") }

    mutating func finish() throws { try output.flush() }
}

/// Only some fields of each record, in an order of their own.
struct ChosenFieldsWriter: RecordWriter {
    let names: [String]
    var writer: any RecordWriter

    mutating func write(_ record: Record) throws {
        try writer.write(Record(names.map { ($0, record[$0]) }))
    }

    mutating func finish() throws { try writer.finish() }
}
