// Writes the contents of files as Swift:
//
//     phonolith-embed-files OUTPUT FOLDER FILE...
//
// Each is named by its path in FOLDER. Base64, because any bytes can be a string literal of that, which the compiler reads as
// fast as a comment.

import CPhonolithHash
import Foundation

let (output, folder) = (CommandLine.arguments[1], CommandLine.arguments[2] + "/")
let files = try CommandLine.arguments.dropFirst(3).map { file in
    (
        path: file.dropFirst(folder.count),
        contents: try Data(contentsOf: URL(fileURLWithPath: file))
    )
}
let entries = files.map { "        \"\($0.path)\": \"\($0.contents.base64EncodedString())\"," }
let folders = Dictionary(grouping: files) { $0.path.prefix { $0 != "/" } }
let digests = folders.sorted { $0.key < $1.key }.map { folder, files in
    "        \"\(folder)\": \"\(digest(of: files.map(\.contents)))\","
}

/// SHA-256 of contents, one after the other, in hexadecimal digits.
func digest(of contents: [Data]) -> String {
    var context = sha256_context()
    sha256_begin(&context)
    for part in contents {
        part.withUnsafeBytes { sha256_update(&context, $0.baseAddress, $0.count) }
    }
    var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    sha256_finish(&context, &bytes)
    return bytes.map { String(format: "%02x", $0) }.joined()
}

let source = """
    import Foundation

    /// The files in the folders of this target.
    enum EmbeddedFiles {
        private static let base64: [String: StaticString] = [
    \(entries.joined(separator: "\n"))
        ]

        private static let digests: [String: String] = [
    \(digests.joined(separator: "\n"))
        ]

        /// The path of each file, in their order.
        static var paths: [String] { base64.keys.sorted() }

        /// The bytes of a file, which must be one of `paths`.
        static func bytes(of path: String) -> [UInt8] {
            guard let encoded = base64[path], let data = Data(base64Encoded: encoded.description)
            else { preconditionFailure("no file \\(path) is embedded") }
            return Array(data)
        }

        /// SHA-256 of the files in a folder of the target, in their order: 64 lower-case hexadecimal digits.
        static func digest(of folder: String) -> String {
            guard let digest = digests[folder]
            else { preconditionFailure("no folder \\(folder) is embedded") }
            return digest
        }
    }

    """
try Data(source.utf8).write(to: URL(fileURLWithPath: output))
