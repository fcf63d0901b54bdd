import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel

/// The options of `serve` in a JSON file: `{"listen": "0.0.0.0:4533", "watch": true}`.
enum ConfigurationFile {
    /// The options as arguments; unknown ones are refused by the parser of arguments.
    static func arguments(in file: MediaPath) throws -> [String] {
        guard let bytes = try? file.allBytes(upTo: 1 << 20) else {
            throw Failure("\(file): cannot be read; check the path and its permissions")
        }
        guard let values = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) else {
            throw Failure(
                "\(file): is not a JSON object of strings, lists of strings, numbers, true and false"
            )
        }
        return try values.sorted { $0.key < $1.key }.flatMap { name, value in
            try arguments(name, value, file)
        }
    }

    private static func arguments(
        _ name: String, _ value: Value, _ file: MediaPath
    ) throws -> [String] {
        guard name != "config" else {
            throw Failure("\(file): a configuration file cannot have the key config; remove it")
        }
        return switch value {
        case .text(let text): ["--\(name)", text]
        case .texts(let texts): texts.flatMap { ["--\(name)", $0] }
        case .flag(let flag): flag ? ["--\(name)"] : []
        case .number(let number): ["--\(name)", String(number)]
        }
    }

    private enum Value: Decodable {
        case text(String)
        case texts([String])
        case flag(Bool)
        case number(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Each type is tried in turn; the error of the last is thrown.
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}
