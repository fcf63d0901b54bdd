import PhonolithMediaCommandLine

// Where `phonolith-view` begins.
@main
enum PhonolithView {
    static func main() { AllCommands<FilmWindow, Cameras>.runCommand() }
}
