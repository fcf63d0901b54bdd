package import ArgumentParser
import PhonolithMediaModel

/// Which part of a list of records is printed.
package struct PartOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of results.", valueName: "count"))
    package var limit: Int?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Skip this many results.", valueName: "count"))
    package var offset = 0

    package init() {}

    package func validate() throws {
        try Self.validate(limit: limit)
        if offset < 0 { throw ValidationError("--offset takes 0 or more, not \(offset)") }
    }

    static func validate(limit: Int?) throws {
        if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more, not \(limit)") }
    }

    /// How many results are enough; `nil` for all.
    var end: Int? {
        limit.map { $0.addingReportingOverflow(offset) }
            .map { $0.overflow ? .max : $0.partialValue }
    }

    /// Whether the part has the record of an index, which counts from 0.
    func includes(_ index: Int) -> Bool { index >= offset && index < end ?? .max }

    /// The message for an empty part.
    ///
    /// - Parameter note: The message for an empty list.
    package func emptyNote(_ note: String) -> String {
        Self.emptyNote(note, isOfPart: offset > 0 || limit == 0)
    }

    static func emptyNote(_ note: String, isOfPart: Bool) -> String {
        isOfPart ? "No results in this part of the list." : note
    }

    /// The part of what is in memory.
    func part<List: Collection>(of list: List) -> List.SubSequence.SubSequence {
        list.dropFirst(offset).prefix(limit ?? .max)
    }

    /// A writer that leaves out the rest.
    package func part(of writer: any RecordWriter) -> any RecordWriter {
        PartWriter(writer: writer, skipped: offset, left: limit ?? .max)
    }
}

/// Prints some of the records.
private struct PartWriter: RecordWriter {
    var writer: any RecordWriter
    var skipped: Int
    var left: Int

    mutating func write(_ record: Record) throws {
        guard skipped == 0 else { return skipped -= 1 }
        guard left > 0 else { return }
        left -= 1
        try writer.write(record)
    }

    mutating func finish() throws { try writer.finish() }
}
