import Foundation
import PhonolithCommandLineInterface
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// The command `phonolith`, with a library and a music folder of its own.
///
/// Commands that only ask and change the library run within the tests, which takes a fraction of the time. Others, which
/// open media, scan, serve, or work in another folder, are the real programs, and so are all that ``start(_:)`` starts,
/// and all that are run where the programs are those of an installation.
final class CommandLineTool {
    /// Removed with the value.
    let folder: URL

    /// The result of a run.
    struct Result {
        var code: Int32
        var output: Data
        var problems: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

        /// The lines as JSON objects.
        func objects() throws -> [[String: Any]] {
            try lines.map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-run-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var music: URL { folder.appendingPathComponent("music", isDirectory: true) }
    var library: URL { folder.appendingPathComponent("library.sqlite") }

    static var executable: URL { BuiltProgram.url(of: "phonolith") }

    /// Puts a fixture into the music folder.
    func add(_ fixture: String, as name: String) throws {
        let url = music.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: url)
    }

    /// Makes so many files of one, in folders of a hundred, the first included. They are links to it, but each
    /// has a name of its own, and so is an item of its own.
    func link(_ name: String, count: Int) throws {
        let first = music.appendingPathComponent(name).path
        for number in 1..<count {
            let folder = music.appendingPathComponent("\(number / 100)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                atPath: first, toPath: folder.appendingPathComponent("\(number).mp3").path)
        }
    }

    /// Scans a folder without the programs that `phonolith scan` starts, which take several times as long: for tests of
    /// what is done with a library.
    func scan(_ folder: String) async throws {
        let catalog = try Catalog.open(at: library.path, for: .creating)
        _ = try await LibraryScanner(catalog: catalog).scan(
            [MediaPath(folder)], options: ScanOptions())
        try catalog.close()
    }

    /// Runs the command to its end.
    @discardableResult
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        try run(arguments, environment: environment)
    }

    func run(
        _ arguments: [String], environment: [String: String] = [:], in directory: URL? = nil
    ) throws -> Result {
        guard directory != nil || BuiltProgram.isInstalled || Self.needsProgram(arguments) else {
            return runWithin(arguments, environment: environment)
        }
        return try runProgram(arguments, environment: environment, in: directory)
    }

    /// Runs the real program to its end.
    @discardableResult
    func runProgram(
        _ arguments: [String], environment: [String: String] = [:], in directory: URL? = nil
    ) throws -> Result {
        let process = try start(arguments, environment: environment, directory: directory)
        return try finish(process)
    }

    /// Whether a command is run by another program than `phonolith`, or starts one that has the variables of its process.
    private static func needsProgram(_ arguments: [String]) -> Bool {
        MediaProgram.isNeeded(for: arguments) || ServerProgram.isNeeded(for: arguments)
            || arguments.contains("scan")
            // Another program reads files that are in no library.
            || arguments.contains("show") && !arguments.contains("playlist")
    }

    private func runWithin(_ arguments: [String], environment: [String: String]) -> Result {
        let variables = self.environment.merging(environment) { $1 }
        let ofProcess = CommandEnvironment()
        let written = Written()
        var world = ofProcess
        world.writeOutput = { bytes in written.output.withLock { $0.append(contentsOf: bytes) } }
        world.writeError = { bytes in written.problems.withLock { $0 += bytes } }
        world.variable = { name in
            guard let value = variables[name] else { return ofProcess.variable(name) }
            return value.isEmpty ? nil : Array(value.utf8)
        }
        (world.outputIsTerminal, world.errorIsTerminal) = (false, false)
        let code = CommandEnvironment.$current.withValue(world) {
            PhonolithCommand<OwnCommands>.code(running: arguments)
        }
        return Result(
            code: code, output: Data(written.output.withLock(\.self)),
            problems: String(decoding: written.problems.withLock(\.self), as: UTF8.self))
    }

    /// The output of a command while it runs.
    private final class Written: Sendable {
        let output = Mutex<[UInt8]>([])
        let problems = Mutex<[UInt8]>([])
    }

    /// Runs a script of the shell, in which `$phonolith` is the command: for arguments that are not UTF-8.
    func shell(_ script: String, environment: [String: String] = [:]) throws -> Result {
        let process = try start(
            ["-c", script],
            environment: environment.merging(["phonolith": Self.executable.path]) { $1 },
            executable: URL(fileURLWithPath: "/bin/sh"), directory: folder)
        return try finish(process)
    }

    /// Runs the command as a user whom nothing belongs to.
    @discardableResult
    func runAsNobody(_ arguments: String...) throws -> Result {
        let process = try start(
            Self.asNobody + [Self.executable.path] + arguments,
            executable: URL(fileURLWithPath: "/usr/bin/env"))
        return try finish(process)
    }

    /// Whether ``runAsNobody(_:)`` works here: for anybody who is not root, and for root where the binary is
    /// in a folder that others may enter.
    static let canBeNobody: Bool = {
        guard let process = try? Program(asNobody + [executable.path, "--version"]) else {
            return false
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private static let asNobody =
        getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    func setRights(_ rights: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: rights],
            ofItemAtPath: folder.appendingPathComponent(name).path)
    }

    /// Starts the command and goes on.
    ///
    /// - Parameter output: Where standard output goes; `nil` for what ``finish(_:)`` gives.
    func start(
        _ arguments: [String], environment: [String: String] = [:],
        executable: URL = CommandLineTool.executable, output: URL? = nil, directory: URL? = nil
    ) throws -> Program {
        // Files, not pipes: a pipe that nobody reads stops its writer when it is full.
        let id = UUID().uuidString
        let own = folder.appendingPathComponent("\(id).out")
        let problems = folder.appendingPathComponent("\(id).err")
        let process = try Program(
            [executable.path] + arguments,
            environment: self.environment.merging(environment) { $1 }, directory: directory,
            output: .file(output ?? own), errors: .file(problems))
        outputs[ObjectIdentifier(process)] = (output == nil ? own : nil, problems)
        return process
    }

    /// Waits for the command, and gives what it printed.
    func finish(_ process: Program) throws -> Result {
        process.waitUntilExit()
        let written = try #require(outputs[ObjectIdentifier(process)])
        // Output that was sent elsewhere may be on a device.
        let output = try written.output.map { try Data(contentsOf: $0) }
        return Result(
            code: process.terminationStatus, output: output ?? Data(),
            problems: String(decoding: try Data(contentsOf: written.problems), as: UTF8.self))
    }

    /// The process that a running command has started.
    static func child(of process: pid_t) -> pid_t? {
        let path = "/proc/\(process)/task/\(process)/children"
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text?.split(separator: " ").first.flatMap { pid_t($0) }
    }

    /// Nothing of the user's is touched.
    var environment: [String: String] {
        [
            "PHONOLITH_LIBRARY": library.path,
            "PHONOLITH_CONFIG": folder.appendingPathComponent("config.json").path,
            "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
            // Tests read records.
            "PHONOLITH_FORMAT": "jsonl",
        ]
    }

    private var outputs: [ObjectIdentifier: (output: URL?, problems: URL)] = [:]
}
