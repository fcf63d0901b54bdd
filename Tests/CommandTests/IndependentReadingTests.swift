import Foundation
import PhonolithTestSupport
import Testing

/// Playlists of hard names, read by programs that are not ours.
@Suite(.needsInstallation) struct IndependentReadingTests {
    /// Prints the absolute paths that a playlist names, in hexadecimal digits, one a line.
    private static let reader = """
        import configparser, json, os, sys, urllib.parse
        import xml.etree.ElementTree as xml
        name, kind = sys.argv[1], sys.argv[1].rsplit(".")[-1]
        data = open(name, "rb").read()
        if kind in ("m3u8", "m3u"):
            # Players cut blanks off; what begins with a number sign is no path.
            found = [l.strip() for l in data.split(b"\\n") if l.strip() and not l.startswith(b"#")]
        elif kind == "pls":
            ini = configparser.ConfigParser(interpolation=None, strict=True, delimiters=("=",),
                comment_prefixes=(), inline_comment_prefixes=None)
            ini.read_string(data.decode("utf-8", "surrogateescape"))
            count = int(ini["playlist"]["NumberOfEntries"])
            found = [ini["playlist"]["File%d" % n].encode("utf-8", "surrogateescape")
                for n in range(1, count + 1)]
        elif kind == "xspf":
            space = "{http://xspf.org/ns/0/}"
            found = [t.find(space + "location").text.strip()
                for t in xml.fromstring(data).iter(space + "track")]
        else:
            found = [t["location"][0] for t in json.loads(data)["playlist"]["track"]]
        for place in found:
            if isinstance(place, str):
                path = urllib.parse.unquote_to_bytes(place.removeprefix("file://"))
            elif place.startswith(b"file://"):
                path = urllib.parse.unquote_to_bytes(place[7:])
            else:
                path = place
            print(os.path.normpath(os.path.join(os.path.dirname(name).encode(), path)).hex())
        """

    private static let names: [[UInt8]] =
        [
            "plain", "with blanks ", " leading", "#1 hit", "a#b", "100%", "a%20b", "a&b<c>d\"e'f",
            "back\\slash", "Bjo\u{308}rk", "Björk", "🎸", "-dash", ";semi", "[bracket]", "a=b",
            "File1=x", "http:colon", "a:b", "?query", " blank folder/x", "日本語/曲", "\u{A0}nbsp",
            "con", "a;b", "%(x)s", "${x}", "]]>", "new\nline",
        ].map { Array($0.utf8) } + [[0x6D, 0xF6], [0xED, 0xA0, 0x80]]

    private static let hasPython =
        (try? output(of: ["python3", "-c", "print(1)"])).map { !$0.isEmpty } ?? false

    @Test(
        "hard names are read by Python's parsers, in each format and style",
        .enabled(if: hasPython))
    func hardNames() throws {
        let tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "first.mp3")
        let source = tool.music.appendingPathComponent("first.mp3").path
        var paths: Set<[UInt8]> = [Array(source.utf8)]
        for name in Self.names {
            let path = Array((tool.music.path + "/").utf8) + name + Array(".mp3".utf8)
            let folder = String(decoding: path[..<(path.lastIndex(of: 0x2F) ?? 0)], as: UTF8.self)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let isMade = (path + [0]).withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { link(source, $0.baseAddress!) == 0 }
            }
            // Not every file system takes every name.
            if isMade { paths.insert(path) }
        }
        try #require(try tool.run("scan", tool.music.path).code == 0)
        try tool.run("playlist", "create", "L", "--sort", "path")
        let script = tool.folder.appendingPathComponent("read.py")
        try Self.reader.write(to: script, atomically: false, encoding: .utf8)
        let withLineEnd = paths.filter { $0.contains(0x0A) }
        for format in ["m3u8", "m3u", "pls", "xspf", "jspf"] {
            for style in ["relative", "absolute", "uri"] {
                let file = tool.folder.appendingPathComponent("list.\(format)").path
                let result = try tool.run(
                    "playlist", "export", "L", "--output", file, "--paths", style)
                let isLines = format != "xspf" && format != "jspf"
                let isLeftOut = isLines && style == "relative"
                #expect(result.code == (isLines && style != "uri" ? 1 : 0), "\(result.problems)")
                let text = String(
                    decoding: try output(of: ["python3", script.path, file]), as: UTF8.self)
                let found = text.split(separator: "\n").map { Self.bytes(ofHex: $0) }
                let expected = isLeftOut ? paths.subtracting(withLineEnd) : paths
                #expect(found.count == expected.count, "\(format) \(style)")
                let lost = expected.subtracting(found).map { String(decoding: $0, as: UTF8.self) }
                #expect(lost == [], "\(format) \(style)")
            }
        }
    }

    private static func bytes(ofHex digits: Substring) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}
