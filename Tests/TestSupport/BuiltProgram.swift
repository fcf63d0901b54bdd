public import Foundation

/// The programs that tests run: those of an installation, where `PHONOLITH_PROGRAMS` has its prefix (`bin` and
/// `libexec/phonolith` below it), else those built beside the tests.
public enum BuiltProgram {
    /// Whether the programs are those that users have.
    public static var isInstalled: Bool { installation != nil }

    private static let installation = ProcessInfo.processInfo.environment["PHONOLITH_PROGRAMS"]
        .map { URL(fileURLWithPath: $0, isDirectory: true) }

    /// A program that is shipped.
    public static func url(of name: String) -> URL {
        guard let installation else { return besideTests(name) }
        let folder = name == "phonolith" ? "bin" : "libexec/phonolith"
        return installation.appendingPathComponent(folder).appendingPathComponent(name)
    }

    /// A program of the tests themselves.
    public static func besideTests(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
    }
}

/// Faults of the workers that a program starts, as variables of its environment.
///
/// Programs as they are shipped have no switch for them: a library that is loaded before them (`Tests/Faults`) strikes when
/// a worker opens a file.
public enum Faults {
    /// The variables.
    ///
    /// - Parameter list: Faults with the names of files or folders, such as `crash:5.mp3,hang:music`; none where it is empty.
    public static func environment(_ list: String) throws -> [String: String] {
        list.isEmpty ? [:] : ["FAULTS": list, "LD_PRELOAD": try library.get().path]
    }

    /// Made once by each process of tests, with the compiler of the toolchain.
    private static let library = Result {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Faults/faults.c")
        // Another process of tests may be making it, too, or using it.
        let made = BuiltProgram.besideTests("libfaults-\(getpid()).so")
        let compiler = try Program(
            ["clang", "-O1", "-shared", "-fPIC", "-o", made.path, source.path], errors: .inherited)
        compiler.waitUntilExit()
        let library = BuiltProgram.besideTests("libfaults.so")
        guard compiler.terminationStatus == 0, rename(made.path, library.path) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        return library
    }
}
