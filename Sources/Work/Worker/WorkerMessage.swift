internal import FoundationEssentials

/// Output of a worker whose lines are messages in JSON.
package enum WorkerMessage<Message> {
    case message(Message)
    /// A line that is no such message; its beginning, harmless to show.
    case garbage(String)
    /// Nothing came for as long as was to be waited.
    case silence
    case ended(WorkerProcess.Ending)
}

extension WorkerProcess {
    /// Waits for the next message. Blocks its thread.
    package func next<Message: Decodable>(
        _ type: Message.Type, within time: Duration
    ) -> WorkerMessage<Message> {
        switch next(within: time) {
        case .silence: return .silence
        case .ended(let ending): return .ended(ending)
        case .line(let line), .bytes(let line):
            // The line is not a message, whatever the decoder's reason.
            guard let message = try? JSONDecoder().decode(type, from: Data(line)) else {
                return .garbage(Self.shown(line))
            }
            return .message(message)
        }
    }

    /// The first line of what it wrote to its standard error; `nil` if that is nothing. For a worker that has ended.
    package var firstErrorLine: String? {
        let line = Self.shown(Array(errorText().prefix { $0 != 0x0A }))
        return line.isEmpty ? nil : line
    }

    static func shown(_ line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
