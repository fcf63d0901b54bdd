package import ArgumentParser

/// The commands that a program has beside those that ask and change the library alone.
package protocol MediaCommands {
    /// By the headings under which they are listed.
    static var groups: [String: [any ParsableCommand.Type]] { get }
}

/// The command that `phonolith` itself has of them; `phonolith-media` has all, and lists all.
package enum OwnCommands: MediaCommands {
    package static var groups: [String: [any ParsableCommand.Type]] { ["Browse": [Show.self]] }
}
