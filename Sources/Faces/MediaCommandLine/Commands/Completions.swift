import ArgumentParser
import PhonolithCommandLineInterface

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for your shell.",
        discussion: """
            Completes commands, options, and the names of artists, albums, genres and composers in the library.

              phonolith completions bash > \\
                ~/.local/share/bash-completion/completions/phonolith
              phonolith completions zsh > ~/.zfunc/_phonolith
              phonolith completions fish > ~/.config/fish/completions/phonolith.fish

            For zsh, ~/.zfunc must be in $fpath before compinit is called.
            """)
    @Argument(help: ArgumentHelp("The shell.", valueName: "bash|zsh|fish")) var shell: Shell
    @OptionGroup var library: LibraryOptions

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        fileprivate var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    func run() throws {
        let script = PhonolithCommand<AllCommands<NoScreen, NoCameras>>.completionScript(
            for: shell.completionShell)
        try StandardOutput.writeLine(script)
    }
}
