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
}
