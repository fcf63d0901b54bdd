import Foundation
import PhonolithTestSupport
import Testing

/// A picture may crash its decoder; the command reports it.
@Suite struct ArtworkWorkerTests {
    private let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "a.mp3")
        try await tool.scan(tool.music.path)
    }

    private func small(_ fault: String) throws -> CommandLineTool.Result {
        try tool.run(
            ["artwork", "1", "--size", "16"],
            environment: try Faults.environment(fault.isEmpty ? "" : "\(fault):decoder"))
    }

    @Test(
        "a decoder that dies, or a worker that is not understood, is one line and exit code 2",
        arguments: [
            ("crash", "crashed (Segmentation fault)"), ("abort", "crashed (Aborted)"),
            ("memory", "crashed"), ("kill", "was killed"),
            ("garbage", "sent an invalid message: 'nonsense'"),
        ])
    func fault(fault: String, words: String) throws {
        let result = try small(fault)
        #expect(result.code == 2)
        #expect(result.output.isEmpty)
        #expect(result.problems.hasPrefix("phonolith: 1: cannot scale the picture: "))
        #expect(result.problems.contains(words), "\(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    @Test("what was made is kept, and needs no decoder the next time")
    func kept() throws {
        let made = try small("")
        #expect(made.code == 0)
        #expect(!made.output.isEmpty)
        let again = try small("crash")
        #expect(again.code == 0)
        #expect(again.output == made.output)
    }
}
