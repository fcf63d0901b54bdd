import PhonolithCommandLineInterface
import PhonolithMediaCommandLine

// Where `phonolith-media` begins.
@main
enum PhonolithMedia {
    static func main() { AllCommands<NoScreen, NoCameras>.runCommand() }
}
