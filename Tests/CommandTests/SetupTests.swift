import Foundation
import PhonolithTestSupport
import Testing

/// `scripts/setup`, on a machine that has nothing: a folder is all that its PATH names.
@Suite struct SetupTests {
    private let tool: CommandLineTool
    private var installed: URL { tool.folder.appendingPathComponent("installed") }

    init() throws {
        tool = try CommandLineTool()
        for (name, script) in [
            ("swift", "exit 0"), ("apt-get", "echo \"$@\" >> \(installed.path)"),
        ] {
            try makeProgram(at: tool.folder.appendingPathComponent(name), running: script)
        }
    }

    @Test("a check names what is missing, and installs nothing")
    func check() throws {
        let result = try setup("--check", "tests")
        #expect(result.code == 1)
        #expect(result.problems.contains(" ffmpeg ") && result.problems.contains(" libtag1-dev "))
        #expect(result.problems.hasSuffix("Install them: make setup\n"), "\(result.problems)")
        #expect(!FileManager.default.fileExists(atPath: installed.path))
    }

    @Test("without swift it says where to get that")
    func swift() throws {
        try FileManager.default.removeItem(at: tool.folder.appendingPathComponent("swift"))
        let result = try setup("--check")
        #expect(result.code == 1)
        #expect(result.problems.contains("https://www.swift.org/install"), "\(result.problems)")
    }

    private func setup(_ arguments: String...) throws -> CommandLineTool.Result {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../scripts/setup").standardizedFileURL
        let process = try tool.start(
            [script.path] + arguments, environment: ["PATH": tool.folder.path],
            executable: URL(fileURLWithPath: "/bin/sh"))
        return try tool.finish(process)
    }
}
