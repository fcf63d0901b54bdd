import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithThumbnails

/// Boxes and elements as files have them, and as hostile files pretend to have them.
@Suite final class ContainerHeadersTests {
    private let file = FileManager.default.temporaryDirectory.path + "/phonolith-\(UUID())"

    deinit { unlink(file) }

    private func headers(
        _ bytes: [UInt8], limit: Duration? = nil
    ) throws -> ContainerHeaders {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return try #require(ContainerHeaders(MediaPath(file), limit: limit))
    }

    /// A file, and where the contents of its parts are.
    struct Layout: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// In hexadecimal digits.
        var bytes: String
        var parts: [Range<Int>]

        init(_ description: String, _ bytes: String, _ parts: [Range<Int>]) {
            (testDescription, self.bytes, self.parts) = (description, bytes, parts)
        }
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.filter { $0 != " " })
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }

    @Test(
        "boxes are where ISO 14496-12, 4.2, has them, and end with the file at the latest",
        arguments: [
            Layout("nothing", "", []),
            Layout("seven bytes", "00000008 667265", []),
            Layout("an empty box", "00000008 66726565", [8..<8]),
            Layout("two", "00000009 66726565 FF 00000008 66726565", [8..<9, 17..<17]),
            Layout("shorter than its header", "00000007 66726565 00000008 66726565", []),
            Layout("to the end", "00000000 66726565 FFFF", [8..<10]),
            Layout("longer than the file", "7FFFFFFF 66726565 FFFF", [8..<10]),
            Layout("longer than any", "FFFFFFFF 66726565 FFFF", [8..<10]),
            Layout(
                "64 bits", "00000001 66726565 0000000000000011 FF 00000008 66726565",
                [16..<17, 25..<25]),
            Layout("64 bits, all of them set", "00000001 66726565 FFFFFFFFFFFFFFFF FF", [16..<17]),
            Layout("64 bits, negative", "00000001 66726565 8000000000000000 FF", [16..<17]),
            Layout("64 bits, shorter than its header", "00000001 66726565 000000000000000F FF", []),
            Layout("64 bits, cut off", "00000001 66726565 00000000000000", []),
            Layout("a type that is no text", "00000008 FFFE00C0", [8..<8]),
        ])
    func boxes(layout: Layout) throws {
        let headers = try headers(Self.bytes(layout.bytes))
        #expect(!headers.isMatroska)
        #expect(headers.parts(in: headers.all).map(\.content) == layout.parts)
    }

    @Test(
        "elements are where RFC 8794, 4 to 6, has them, and end with the file at the latest",
        arguments: [
            Layout("nothing behind the header", "", []),
            Layout("a byte", "EC 80", [7..<7]),
            Layout("two", "EC 81 FF 4286 80", [7..<8, 11..<11]),
            Layout("a size of eight bytes", "EC 0100000000000001 FF", [14..<15]),
            Layout("a size of nine bytes", "EC 0000000000000001 FF", []),
            Layout("a number of five bytes", "08FFFFFFFF 80", []),
            Layout("a number of zeros", "00 80", []),
            Layout("of unknown length", "EC FF 0102", [7..<9]),
            Layout("of unknown length in eight bytes", "EC 01FFFFFFFFFFFFFF 01", [14..<15]),
            Layout("longer than the file", "EC 01FFFFFFFFFFFFFE 01", [14..<15]),
            Layout("without a size", "EC", []),
            Layout("a size that is cut off", "EC 01FFFF", []),
        ])
    func elements(layout: Layout) throws {
        // An empty header of EBML before them.
        let headers = try headers(Self.bytes("1A45DFA3 80" + layout.bytes))
        #expect(headers.isMatroska)
        #expect(headers.parts(in: headers.all).map(\.content) == [5..<5] + layout.parts)
    }

    @Test("numbers and bytes are fewer at the end, and none when the time is up")
    func numbers() throws {
        let bytes: [UInt8] = [0, 0, 0, 8, 1, 2, 3]
        let read = try headers(bytes)
        #expect(read.numbers(at: 2, 3, bytesEach: 2) == [8, 0x102])
        #expect(read.numbers(at: 0, 1, bytesEach: 0) == [0])
        #expect(read.bytes(at: 7, 4) == [] && read.bytes(at: .max, 4) == [])
        #expect(try headers(bytes, limit: .zero).bytes(at: 0, 4) == [])
    }

    @Test("a file of nothing but headers is given up", .timeLimit(.minutes(2)))
    func headersOnly() throws {
        let box = Self.bytes("00000008 66726565")
        let headers = try headers((0..<200_000).flatMap { _ in box })
        #expect(headers.parts(in: headers.all).reduce(0) { count, _ in count + 1 } == 50_000)
        #expect(headers.first(.box("free"), in: headers.all) == nil)
    }

    @Test("a pipe that nobody writes to is not waited for", .timeLimit(.minutes(2)))
    func pipe() {
        #expect(mkfifo(file, 0o600) == 0)
        #expect(ContainerHeaders(MediaPath(file), limit: .seconds(1)) == nil)
        #expect(ShownPart.read(MediaPath(file), video: 0, limit: .seconds(1)) == nil)
    }
}
