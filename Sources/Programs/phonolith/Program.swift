import ArgumentParser
import PhonolithCommandLineInterface

/// Where `phonolith` begins: it answers from the library, and becomes `phonolith-media` or `phonolith-server` for the
/// rest.
@main
enum PhonolithProgram {
    static func main() {
        PhonolithCommand<OwnCommands>.runCommand { arguments in
            if MediaProgram.isNeeded(for: arguments) { try MediaProgram.takeOver(for: arguments) }
            if ServerProgram.isNeeded(for: arguments) { try ServerProgram.takeOver() }
        }
    }
}
