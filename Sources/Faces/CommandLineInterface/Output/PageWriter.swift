import PhonolithMediaModel

/// Prints a page of results, each when the next one is known: the last carries the token of the page in JSON.
struct PageWriter<Result> {
    private var writer: any RecordWriter
    private let write: (Result, inout any RecordWriter) throws -> Void
    private let record: (Result) -> Record
    private var last: Result?

    private init(
        _ writer: any RecordWriter,
        write: @escaping (Result, inout any RecordWriter) throws -> Void,
        record: @escaping (Result) -> Record
    ) {
        (self.writer, self.write, self.record) = (writer, write, record)
    }

    mutating func write(_ result: Result) throws {
        if let last { try write(last, &writer) }
        last = result
    }

    /// Prints the last result and the end. Must be called once.
    mutating func finish(_ token: PageToken?) throws {
        if let last, let token {
            var record = record(last)
            record.fields.append(("pageToken", .text(token.description)))
            try writer.write(record)
        } else if let last {
            try write(last, &writer)
        }
        try writer.finish()
    }
}

extension PageWriter<MediaItem> {
    init(items writer: any RecordWriter) {
        self.init(writer, write: { try $1.write($0) }, record: { Record($0) })
    }
}

extension PageWriter<Record> {
    init(records writer: any RecordWriter) {
        self.init(writer, write: { try $1.write($0) }, record: { $0 })
    }
}
