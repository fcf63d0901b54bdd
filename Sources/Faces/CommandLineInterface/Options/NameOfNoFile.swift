import PhonolithFiles
import PhonolithMediaModel

extension Failure {
    /// For a name that means something else than a file on this machine, as other programs take it: an address, or `-`; `nil` for
    /// others.
    ///
    /// - Parameter remedy: What to do instead with what an address leads to.
    package init?(ifNoFile name: String, remedy: String) {
        if name == "-" {
            self.init("-: standard input is not read; name a file")
        } else if MediaPath(argument: name).isAddress {
            self.init("\(name): is an address, not a file; \(remedy)")
        } else {
            return nil
        }
    }

    /// For what cannot be written as it comes, as a library, and so not to standard output, a device or a pipe; `nil` for a name that can
    /// be that of a file.
    package init?(ifNotReplaceable file: PathArgument, by what: String) {
        guard file.isStandardOutput || file.path.isWrittenAsItComes else { return nil }
        let kind = file.isStandardOutput ? "standard output" : "a device, a pipe or an open file"
        self.init("\(file): is \(kind); \(what) needs a name of its own, so choose another one")
    }
}
