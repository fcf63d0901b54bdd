import Foundation
import PackagePlugin

/// Puts the files of a target's folders that are no sources into its module, as `EmbeddedFiles`.
///
/// SwiftPM's own `embedInCode` writes a file as a literal of numbers, for which the compiler takes a second for each 10 KB.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let folder = target.directoryURL
        let sources = Set(target.sourceFiles.map { $0.url.deletingLastPathComponent().path })
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.contains("/") }.sorted().map { folder.appending(path: $0) }
            .filter { !sources.contains($0.deletingLastPathComponent().path) }
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: try context.tool(named: "phonolith-embed-files").url,
                arguments: [output.path, folder.path] + files.map(\.path), inputFiles: files,
                outputFiles: [output])
        ]
    }
}
