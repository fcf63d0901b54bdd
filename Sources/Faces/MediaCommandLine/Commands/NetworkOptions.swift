import ArgumentParser
import PhonolithPlayback

/// How servers are dealt with.
struct NetworkOptions: ParsableArguments {
    @Flag(help: "Accept https servers whose certificate cannot be verified.") var insecure = false

    /// Has the whole process act so.
    func apply() { NetworkAccess.verifiesCertificates = !insecure }
}
