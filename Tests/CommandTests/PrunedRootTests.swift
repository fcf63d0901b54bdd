import Foundation
import PhonolithTestSupport
import Testing

/// `prune --root`, by what became of the root.
@Suite("Roots named to prune") struct PrunedRootTests {
    /// What happens to the folder and to the root.
    enum Fate: String, CaseIterable, Sendable {
        case present, filesGone, folderGone
    }

    @Test(
        "items of a root are deleted where their files are gone, whether it is a root still or was removed",
        arguments: Fate.allCases, [false, true])
    func fates(fate: Fate, isRemoved: Bool) throws {
        let tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "A/1.flac")
        try tool.add("sweep/long.ogg", as: "B/2.ogg")
        let root = tool.music.appendingPathComponent("A")
        for name in ["A", "B"] {
            #expect(try tool.run("scan", tool.music.appendingPathComponent(name).path).code == 0)
        }
        #expect(try tool.run("rate", root.appendingPathComponent("1.flac").path, "4").code == 0)
        if isRemoved { #expect(try tool.run("roots", "remove", root.path).code == 0) }
        switch fate {
        case .present: break
        case .filesGone:
            try FileManager.default.removeItem(at: root.appendingPathComponent("1.flac"))
        case .folderGone: try FileManager.default.removeItem(at: root)
        }
        let result = try tool.run("prune", "--root", root.path, "--yes", "--format", "jsonl")
        let isKept = fate == .present
        #expect(try result.objects().count == (isKept ? 0 : 1), "\(result.problems)")
        #expect(result.code == (isKept && isRemoved ? 1 : 0), "\(result.problems)")
        if isKept, isRemoved {
            #expect(
                result.problems.hasSuffix("phonolith scan \(root.path)\n"), "\(result.problems)")
        }
        let left = try tool.run("items", "--missing").objects().count
        #expect(left == (isKept && isRemoved ? 1 : 0))
        let others = try tool.run("items").objects().compactMap { $0["path"] as? String }
        #expect(others.contains { $0.hasSuffix("/2.ogg") })
    }

    @Test(
        "a path that never was a root is refused in one line",
        arguments: ["A", "nothing", ".", "B/2.ogg"])
    func noRoot(name: String) throws {
        let tool = try CommandLineTool()
        try tool.add("sweep/long.ogg", as: "B/2.ogg")
        #expect(try tool.run("scan", tool.music.appendingPathComponent("B").path).code == 0)
        let path = tool.music.appendingPathComponent(name).path
        let result = try tool.run("prune", "--root", path, "--yes")
        #expect(result.code == 2)
        #expect(
            result.problems.hasPrefix(
                "phonolith: \(path): is not and never was a root of the library; "),
            "\(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1)
    }
}
