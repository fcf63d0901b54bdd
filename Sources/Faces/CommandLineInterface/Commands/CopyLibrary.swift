import ArgumentParser
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct CopyLibrary: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy-library",
        abstract: "Copy a whole library into another: from a file to a server, or back.",
        discussion: """
            Everything is copied: ids, users, passwords, ratings, playlists, queues, history and pictures. The other library \
            is made if it does not exist, and must be empty. Both can be in use; what is written into the first one meanwhile \
            is not copied. At the end both are compared; if anything is different, or the command ends early, nothing but pictures \
            is kept. They are most of a library's bytes, and the next run goes on after them.

              phonolith copy-library old.sqlite postgres://music@db/music
              phonolith copy-library postgres://music@db/music backup.sqlite

            The key of app passwords is copied too. The command names both libraries itself, so it has neither --library nor \
            --user.
            """)
    @Argument(
        help: "The library to copy: a file, or postgres://USER@HOST/NAME.", completion: .file())
    var from: PathArgument
    @Argument(help: "The library to copy into.", completion: .file()) var to: PathArgument

    func run() throws {
        if let refusal = Failure(ifNotReplaceable: to, by: "a library") { throw refusal }
        let (old, new) = (try from.libraryPath, try to.libraryPath)
        try LibraryOptions.refuseMissingFolder(of: new)
        let configuration = try Configuration.read()
        let source = try named { try Catalog.open(at: old, for: .reading) }
        if to.server == nil, let status = to.path.status,
            status.identity == from.path.status?.identity
        {
            throw Failure("\(to): is the library itself; choose another file")
        }
        let target = try named {
            try Catalog.open(
                at: new, for: .creating, sortKeys: configuration.sortKeys,
                prefersFolderArtwork: configuration.prefersFolderArtwork)
        }
        try LibraryCopy(from: source, to: target) { table in
            if Terminal.errorIsTerminal { Terminal.showStatusLine("Copying \(table)") }
        }.run()
        Terminal.clearStatusLine()
        try LibraryKey.copy(of: source, to: Catalog.keyPath(ofLibrary: new))
    }

    /// Opens a library that an argument names, so that no error advises another `--library`.
    private func named(_ open: () throws -> Catalog) throws -> Catalog {
        do {
            return try open()
        } catch var error as CatalogError {
            error.isNamedByArgument = true
            throw error
        }
    }
}
