package import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithLibav
import PhonolithPlayQueues
import PhonolithSound
import PhonolithTagReading

/// The commands that open media files, as the programs have them that run them.
///
/// `Screen` shows the pictures of films: ``NoScreen`` in `phonolith-media`, a window in `phonolith-view`, which alone has
/// `Cameras`, too.
package enum AllCommands<Screen: FilmScreen, Cameras: CaptureProgram>: MediaCommands {
    package static var groups: [String: [any ParsableCommand.Type]] {
        [
            "Library": [Check.self, MeasureLoudness.self, Prune.self],
            "Browse": [ShowOrExplain.self],
            "Pictures": [Artwork.self, MakeThumbnails.self],
            "Playing": [
                PlayItems<Screen>.self, Player.self, Queue.self, Outputs.self, Inputs.self,
                RecordSound.self,
                PlaySound.self, CaptureCommand<Cameras>.self,
            ],
            "Shell": [Completions.self] + programs,
        ]
    }

    /// The commands that only programs start.
    private static var programs: [any ParsableCommand.Type] {
        [MediaWorker.self, ScanWork.self, JukeboxWork.self]
    }

    /// Runs the command of this process, and ends the process with its exit code.
    package static func runCommand() {
        TagReader.silenceTagLib()
        FFmpegLog.takeOver()
        ProgramName.nameProcess(KeptQueue.player)
        PhonolithCommand<Self>.runCommand()
    }
}
