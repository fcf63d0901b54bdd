import Foundation
import PhonolithDatabase
import PhonolithTestSupport
import Testing

/// When the disk has what a user did: a power failure a moment after the command must not take it back.
@Suite(.needsInstallation) struct DurabilityTests {
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "1.mp3")
        try tool.run("scan", tool.music.path)
    }

    @Test(
        "what a user does is on disk before the command returns",
        arguments: [
            ["rate", "1", "5"], ["star", "1"], ["mark", "1", "--played"],
            ["playlist", "create", "Evening"], ["user", "add", "clara"],
        ])
    func synced(arguments: [String]) throws {
        let calls = try calls(of: arguments)
        let lastWrite = try #require(calls.lastIndex { $0.contains("pwrite64(") }, "\(calls)")
        #expect(calls[lastWrite...].contains { $0.contains("sync(") }, "\(calls)")
    }

    @Test("a scan does not wait for the disk after each batch, for the next scan finds the same")
    func scan() throws {
        try tool.add("full/full.flac", as: "2.flac")
        let calls = try calls(of: ["scan", "--full"])
        let lastWrite = try #require(calls.lastIndex { $0.contains("pwrite64(") }, "\(calls)")
        #expect(!calls[lastWrite...].contains { $0.contains("sync(") }, "\(calls)")
    }

    /// The calls of the system that write or sync the write-ahead log, in their order.
    ///
    /// Another program has the library open meanwhile: the last one to close it would sync it in any case.
    private func calls(of arguments: [String]) throws -> [String] {
        let other = try SQLiteDatabase(path: tool.library.path)
        defer { try? other.close() }
        try other.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        let trace = tool.folder.appendingPathComponent("trace")
        let process = try tool.start(
            [
                "strace", "-f", "-y", "-s", "0", "-e", "trace=pwrite64,fdatasync,fsync",
                "-o", trace.path, CommandLineTool.executable.path,
            ] + arguments, executable: URL(fileURLWithPath: "/usr/bin/env"))
        let result = try tool.finish(process)
        #expect(result.code == 0, "\(result.problems)")
        return try String(contentsOf: trace, encoding: .utf8)
            .split(separator: "\n").map(String.init)
            .filter { $0.contains("library.sqlite-wal") || $0.contains(".sqlite-wal>") }
    }
}
