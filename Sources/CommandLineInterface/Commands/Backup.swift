import ArgumentParser
import Catalog
import MediaModel

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the whole library into a file, while it is in use.",
        discussion: """
            The copy is a library, too: --library takes it, and to restore it is to copy it back. An older \
            backup of that name is replaced when the new one is whole.
            """)
    @Argument(help: "The file to write.") var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        try ProtectedFiles(library: library.path).check(file.path)
        try library.open(for: .reading).backup(to: file.databasePath)
    }
}
