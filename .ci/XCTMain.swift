import Testing

/// The program of the tests, of which none is of XCTest.
@main struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
