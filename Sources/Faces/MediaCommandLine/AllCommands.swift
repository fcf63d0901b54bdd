package import ArgumentParser
import CommandLineInterface
import Libav
import TagReading

/// The commands that open media files, as the programs have them that run them.
///
/// `Screen` shows the pictures of films: ``NoScreen`` in `phonolith-media`, a window in `phonolith-view`, which alone has
/// `Cameras`, too.
package enum AllCommands<Screen: FilmScreen, Cameras: CaptureProgram>: MediaCommands {
    package static var check: any ParsableCommand.Type { Check.self }
    package static var show: any ParsableCommand.Type { ShowOrExplain.self }
    package static var artwork: any ParsableCommand.Type { Artwork.self }
    package static var thumbnails: any ParsableCommand.Type { MakeThumbnails.self }
    package static var loudness: any ParsableCommand.Type { MeasureLoudness.self }
    package static var play: any ParsableCommand.Type { PlayItems<Screen>.self }
    package static var queue: any ParsableCommand.Type { Queue.self }
    package static var outputs: any ParsableCommand.Type { Outputs.self }
    package static var inputs: any ParsableCommand.Type { Inputs.self }
    package static var record: any ParsableCommand.Type { RecordSound.self }
    package static var sound: any ParsableCommand.Type { PlaySound.self }
    package static var capture: any ParsableCommand.Type { CaptureCommand<Cameras>.self }
    package static var prune: any ParsableCommand.Type { Prune.self }
    package static var completions: any ParsableCommand.Type { Completions.self }
    package static var hidden: [any ParsableCommand.Type] {
        [MediaWorker.self, ScanWork.self, JukeboxWork.self]
    }

    /// Runs the command of this process, and ends the process with its exit code.
    package static func runCommand() {
        TagReader.silenceTagLib()
        FFmpegLog.takeOver()
        Phonolith<Self>.runCommand()
    }
}
