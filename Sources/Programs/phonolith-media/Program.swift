import CommandLineInterface
import MediaCommandLine

/// Where `phonolith-media` begins.
@main
enum Program {
    static func main() { AllCommands<NoScreen, NoCameras>.runCommand() }
}
