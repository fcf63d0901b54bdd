import MediaCommandLine

/// Where `phonolith-view` begins.
@main
enum Program {
    static func main() { AllCommands<FilmWindow, Cameras>.runCommand() }
}
