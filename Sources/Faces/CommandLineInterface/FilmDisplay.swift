import FoundationEssentials
import PhonolithMediaModel
package import PhonolithWorker

/// Whether and where pictures are shown.
package enum FilmDisplay {
    /// Whether the system has a display for windows.
    package static var isPresent: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }

    /// Whether a command line plays a film, as far as names tell.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    package static func isNamed(in arguments: [String]) -> Bool {
        let words = arguments.withoutGlobalOptions
        return words.first == "play" && !words.contains("--no-video")
            && words.dropFirst().contains { MediaPath($0).isNamedAsVideo }
    }

    /// Continues in the program that has windows, in place of this one, with the same arguments.
    ///
    /// - Throws: `WorkerError` if it is not installed; otherwise nothing returns.
    package static func takeOver() throws(WorkerError) -> Never {
        try InstalledProgram.view.replaceThisProgram()
    }
}
