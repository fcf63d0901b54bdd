import Foundation
import PackagePlugin

/// Compares what the files of each target import with what the manifest declares, and looks for SQL outside the store:
///
///     PHONOLITH_ONLY_DECLARED=1 swift package check-imports
///
/// With that variable the manifest leaves out what it adds only so that enough is built anew.
@main
struct CheckImports: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let faults = try context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap(Self.faults)
        for fault in faults { Diagnostics.error(fault) }
    }

    private static func faults(of target: SwiftSourceModuleTarget) throws -> [String] {
        let files = try target.sourceFiles.filter { $0.type == .source }.map { file in
            (path: file.url.path, text: try String(contentsOf: file.url, encoding: .utf8))
        }
        let declared = target.dependencies.map(Dependency.init)
        let known = Set(declared.flatMap(\.modules)).union(toolchain)
        var imported: Set<String> = []
        var faults: [String] = []
        for (path, text) in files {
            let modules = modules(in: text)
            imported.formUnion(modules)
            faults += modules.subtracting(known).sorted().map {
                "\(path): imports \($0), which target \(target.name) does not declare in Package.swift"
            }
            if !mayHaveSQL(path), hasStatement(text) {
                faults.append("\(path): has SQL, which belongs to Sources/Store")
            }
        }
        return faults
            + declared.filter { !$0.isOnlyBuilt && imported.isDisjoint(with: $0.modules) }.map {
                "Package.swift: target \(target.name) declares \($0.name), which none of its files imports"
            }
    }

    /// Modules of the toolchain.
    private static let toolchain: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
        "Glibc", "PackagePlugin",
        "Synchronization", "Testing",
    ]

    private static func modules(in text: String) -> Set<String> {
        let imports =
            #/^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:class|enum|func|protocol|struct|var) )?(\w+)/#
        return Set(text.matches(of: imports.anchorsMatchLineEndings()).map { String($0.1) })
    }

    /// Statements as the store writes them, in capitals.
    private static func hasStatement(_ text: String) -> Bool {
        text.contains(
            #/\b(SELECT [^"]*\bFROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|(CREATE|DROP|ALTER) TABLE)\b/#
        )
    }

    private static func mayHaveSQL(_ path: String) -> Bool {
        !path.contains("/Sources/") || path.contains("/Sources/Store/")
    }
}

private struct Dependency {
    let name: String
    /// The modules that may be imported for it.
    let modules: Set<String>
    /// Whether it is a program, which tests start.
    var isOnlyBuilt = false

    init(_ dependency: TargetDependency) {
        switch dependency {
        case .target(let target):
            name = target.name
            modules = [target.name.replacing("-", with: "_")]
            isOnlyBuilt = (target as? any SourceModuleTarget)?.kind == .executable
        case .product(let product):
            name = product.name
            modules = Set(
                product.targets.map { ($0 as? any SourceModuleTarget)?.moduleName ?? $0.name })
        @unknown default:
            (name, modules) = ("\(dependency)", [])
        }
    }
}
