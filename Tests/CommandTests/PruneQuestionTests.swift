import Foundation
import PhonolithTestSupport
import Testing

/// The question of `prune` on a terminal.
@Suite(.timeLimit(.minutes(5))) struct PruneQuestionTests {
    @Test(
        "prune offers to give the ratings of a missing item to a present one with the same sound",
        arguments: [
            ("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false), ("maybe\n", false),
            ("\u{4}", false),
        ])
    func sameSound(answer: String, isGiven: Bool) async throws {
        let tool = try CommandLineTool()
        // Each has data of the user, so that neither is the heir of the other.
        for name in ["a.flac", "b.flac"] { try tool.add("full/full.flac", as: name) }
        try await tool.scan(tool.music.path)
        let (a, b) = (
            tool.music.appendingPathComponent("a.flac"), tool.music.appendingPathComponent("b.flac")
        )
        #expect(try tool.run("rate", a.path, "5").code == 0)
        #expect(try tool.run("star", b.path).code == 0)
        try FileManager.default.removeItem(at: a)
        try await tool.scan(tool.music.path)
        let terminal = try PseudoTerminal()
        let program = try terminal.start(
            [CommandLineTool.executable.path, "prune"], environment: tool.environment)
        try await eventually("the question is shown") {
            !program.isRunning || terminal.shown.contains("[y/N] ")
        }
        #expect(
            terminal.shown.contains("Give the ratings and counts of 1 item"), "\(terminal.shown)")
        terminal.type(answer)
        try await eventually("the program ends") { !program.isRunning }
        #expect(program.terminationStatus == (isGiven ? 0 : 1), "\(terminal.shown)")
        let items = try tool.run("items", "--missing").objects()
        #expect(items.count == (isGiven ? 0 : 1))
        let present = try tool.run("items").objects()
        #expect(present.map { $0["rating"] as? Int } == [isGiven ? 5 : nil])
    }
}
