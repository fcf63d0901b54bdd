// Writes the contents of files as Swift:
//
//     embed-files OUTPUT FOLDER FILE...
//
// Each is named by its path in FOLDER. Base64, because any bytes can be a string literal of that, which the compiler reads as
// fast as a comment.

import Foundation

let (output, folder) = (CommandLine.arguments[1], CommandLine.arguments[2] + "/")
let entries = try CommandLine.arguments.dropFirst(3).map { file in
    let contents = try Data(contentsOf: URL(fileURLWithPath: file)).base64EncodedString()
    return "        \"\(file.dropFirst(folder.count))\": \"\(contents)\","
}
let source = """
    import Foundation

    /// The files in the folders of this target.
    enum EmbeddedFiles {
        private static let base64: [String: StaticString] = [
    \(entries.joined(separator: "\n"))
        ]

        /// The path of each file, in their order.
        static var paths: [String] { base64.keys.sorted() }

        /// The bytes of a file, which must be one of `paths`.
        static func bytes(of path: String) -> [UInt8] {
            guard let encoded = base64[path], let data = Data(base64Encoded: encoded.description)
            else { preconditionFailure("no file \\(path) is embedded") }
            return Array(data)
        }
    }

    """
try Data(source.utf8).write(to: URL(fileURLWithPath: output))
