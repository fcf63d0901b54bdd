import Foundation
import PhonolithTestSupport
import Testing

/// Disks that are full, for all that writes a file.
@Suite("A full disk", .enabled(if: SmallDisk.canMount), .timeLimit(.minutes(20)))
struct FullDiskTests {
    /// A command that writes to the disk, and what it says: of the file below the disk, the cause and the remedy.
    struct Row: Sendable, CustomTestStringConvertible {
        var command: String
        var file: String
        var says: String
        var code: Int32 = 2
        var testDescription: String { command }

        static let noSpace =
            "cannot be written: No space left on device; free space or choose another folder"
        static let full = "the disk is full; free space and run the command again"
    }

    static let rows: [Row] = [
        Row(command: "scan music --library $disk/l.sqlite", file: "l.sqlite", says: Row.full),
        Row(command: "backup $disk/b.sqlite", file: "b.sqlite", says: Row.full),
        Row(
            command: "copy-library library.sqlite $disk/c.sqlite", file: "c.sqlite", says: Row.full),
        Row(command: "export-user-data $disk/u.json", file: "u.json", says: Row.noSpace),
        Row(
            command: "playlist export List --output $disk/l.xspf", file: "l.xspf", says: Row.noSpace
        ),
        Row(
            command: "playlist export List --copy-to $disk", file: "1.flac", says: Row.noSpace),
        Row(command: "artwork 1 --output $disk/a.jpg", file: "a.jpg", says: Row.noSpace),
        Row(
            command: "play music/1.flac --output wav:$disk/o.wav", file: "o.wav",
            says: Row.noSpace),
        Row(command: "thumbnails film.mp4 --at 0 --output $disk/p", file: "p", says: Row.noSpace),
        Row(
            command: "thumbnails film.mp4 --sprites --every 1 --output $disk", file: "",
            says: Row.noSpace),
        Row(
            command: "capture photo $disk/p.png --device lavfi:testsrc2", file: "p.png",
            says: Row.noSpace),
        Row(
            command:
                "capture video $disk/p.mp4 --device lavfi:testsrc2=size=1280x720 --audio-device none --duration 2 --no-preview",
            file: "p.mp4",
            says:
                "the film ended: No space left on device; free space; what was captured until then can be played",
            code: 1),
    ]

    private func tool() throws -> CommandLineTool {
        let tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try tool.add("films/closed-gop.mp4", as: "../film.mp4")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        #expect(try tool.run("playlist", "create", "List").code == 0)
        #expect(try tool.run("playlist", "add", "List", "1").code == 0)
        return tool
    }

    /// Runs a command in the folder of the tool, with a disk without space, of which `prepare` may put something.
    private func run(
        _ tool: CommandLineTool, _ command: String, kilobytes: Int = 64,
        preparing prepare: String = ":"
    ) throws -> CommandLineTool.Result {
        let disk = tool.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let script = """
            disk='\(disk.path)'
            mount -t tmpfs -o size=\(kilobytes)k tmpfs "$disk" || exit 99
            \(prepare)
            cat /dev/zero > "$disk/rest" 2>/dev/null
            "$phonolith" \(command)
            """
        return try tool.finish(
            tool.start(
                ["-rm", "sh", "-c", script],
                environment: ["phonolith": CommandLineTool.executable.path],
                executable: URL(fileURLWithPath: "/usr/bin/unshare"), directory: tool.folder))
    }

    @Test(
        "what is written to it is named, with the cause and the remedy, in one line",
        arguments: rows)
    func outputs(row: Row) throws {
        let tool = try tool()
        let result = try run(tool, row.command)
        let place = tool.folder.appendingPathComponent("disk").appendingPathComponent(row.file)
        let path = row.file.isEmpty ? place.path.trimmingSuffix("/") : place.path
        // A busy machine may have no time for all pictures of a film, and says that, too.
        let lines = result.problems.split(separator: "\n").filter { !$0.contains("too slow") }
        #expect(lines == ["phonolith: \(path): \(row.says)"])
        #expect(result.code == row.code)
    }

    /// Commands that read or change a library on the disk.
    static let uses: [String] = [
        "songs", "rate 1 5", "star 1", "mark 1 --played", "queue add 1", "playlist create X",
        "playlist add List 1", "import-user-data user-data.json", "scan", "scan --full",
        "roots remove music", "prune --yes", "user add bob", "play 1 --output null", "check",
    ]

    @Test(
        "a library on it is named, with the cause and the remedy, in one line, and is whole afterwards",
        arguments: uses)
    func library(command: String) throws {
        let tool = try tool()
        #expect(try tool.run("export-user-data", tool.folder.path + "/user-data.json").code == 0)
        let result = try run(
            tool,
            """
            \(command) --library $disk/l.sqlite; code=$?; rm "$disk/rest"
            "$phonolith" check --library $disk/l.sqlite >&2; exit $code
            """, kilobytes: 4096, preparing: "cp library.sqlite \"$disk/l.sqlite\"")
        let path = tool.folder.appendingPathComponent("disk/l.sqlite").path
        #expect(result.problems == "phonolith: \(path): \(Row.full)\n")
        #expect(result.code == 2)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
