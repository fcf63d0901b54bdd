import Foundation
import PhonolithMediaModel

/// A number of so many bytes, the lowest first.
func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// A number of so many bytes, the highest first.
func big(_ number: Int, _ count: Int = 4) -> [UInt8] { little(number, count).reversed() }

/// A number of four bytes that have seven bits each (ID3v2.4, section 6.2).
func synchsafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { (shift: Int) in UInt8(number >> shift & 0x7F) }
}

/// One after the other; sums of arrays take the compiler long.
func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

/// A text in ASCII.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A chunk of a RIFF file.
func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let filling = [UInt8](repeating: 0, count: content.count % 2)
    return bytes(ascii(name), little(content.count), content, filling)
}

/// A list of one text.
func info(_ name: String, _ text: String) -> [UInt8] {
    chunk("LIST", bytes(ascii("INFO"), chunk(name, ascii(text))))
}

/// An ID3v2.3 tag of text frames in Latin-1.
func id3v2(_ frames: [(id: String, text: String)]) -> [UInt8] {
    var body: [UInt8] = []
    for frame in frames {
        body += bytes(
            ascii(frame.id), big(frame.text.utf8.count + 1), [0, 0, 0], ascii(frame.text))
    }
    return id3v2(bytes: body)
}

/// An ID3v2.3 tag of frames.
func id3v2(bytes body: [UInt8]) -> [UInt8] {
    let size: [UInt8] = [
        0, UInt8(body.count >> 14), UInt8(body.count >> 7 & 0x7F), UInt8(body.count & 0x7F),
    ]
    return bytes(ascii("ID3"), [3, 0, 0], size, body)
}

/// A folder of its own for a test, removed with the value.
final class ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ bytes: [UInt8], to name: String) throws -> MediaPath {
        try Data(bytes).write(to: url.appendingPathComponent(name))
        return MediaPath(url.appendingPathComponent(name).path)
    }
}
