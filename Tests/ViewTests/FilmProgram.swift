import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails

/// `phonolith` on a screen of a test's own.
final class FilmProgram {
    let process: Program
    private let display: DisplayServer
    private let problems: URL
    private let events: URL

    /// Starts `phonolith play`.
    ///
    /// - Parameter folder: Where it may write.
    convenience init(
        _ arguments: [String], on display: DisplayServer, in folder: URL,
        environment: [String: String]? = nil
    ) throws {
        try self.init(
            command: ["play", "--no-mpris", "--events"] + arguments, on: display, in: folder,
            environment: environment)
    }

    /// Starts a command, with a library in the folder.
    init(
        command: [String], on display: DisplayServer, in folder: URL,
        environment: [String: String]? = nil
    ) throws {
        self.display = display
        problems = folder.appendingPathComponent("problems.txt")
        events = folder.appendingPathComponent("events.txt")
        let phonolith = BuiltProgram.url(of: "phonolith")
        let library = folder.appendingPathComponent("library.sqlite")
        let own: [String: String?] = ["WAYLAND_DISPLAY": nil, "HOME": folder.path]
        process = try Program(
            [phonolith.path] + command + ["--library", library.path],
            environment: own.merging(environment ?? display.environment) { $1 },
            output: .file(events), errors: .file(problems))
    }

    deinit { process.terminate() }

    /// The lines on standard error.
    var problemLines: [String] { lines(of: problems) }
    /// The lines on standard output.
    var eventLines: [String] { lines(of: events) }

    private func lines(of file: URL) -> [String] {
        let text = try? String(contentsOf: file, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// The window with this title, once it is shown.
    func window(_ title: String) async throws -> String {
        var window = ""
        try await eventually("a window is shown") {
            window = try display.control("search", "--onlyvisible", "--name", title)
            return !window.isEmpty
        }
        return window
    }

    /// Presses a key while a window has the keyboard.
    func press(_ key: String, in window: String) throws {
        try display.control("windowfocus", "--sync", window)
        try display.control("key", key)
    }

    /// Closes a window as users do. There must be a window manager.
    func close(_ window: String) throws {
        try display.control("windowactivate", "--sync", window)
        try display.control("key", "alt+F4")
    }

    /// Where a window is on the screen.
    func place(of window: String) throws -> ScalingMode.Placement {
        var values: [String: Int] = [:]
        for line in try display.control("getwindowgeometry", "--shell", window).split(
            separator: "\n")
        {
            let parts = line.split(separator: "=")
            values[String(parts[0])] = Int(parts[1])
        }
        return ScalingMode.Placement(
            x: values["X"] ?? 0, y: values["Y"] ?? 0,
            size: PixelSize(width: values["WIDTH"] ?? 1, height: values["HEIGHT"] ?? 1))
    }

    /// Waits for its end; its exit code.
    func end() async throws -> Int32 {
        try await eventually("the program ends") { !process.isRunning }
        return process.terminationStatus
    }
}
