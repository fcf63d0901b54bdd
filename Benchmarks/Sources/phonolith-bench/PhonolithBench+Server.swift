/// The parts that ask the service.
extension PhonolithBench {
    func server() throws -> [Outcome] {
        say("asking the service")
        return try serverBenchmarks.outcomes() + page()
    }

    /// Without Chromium the rest is measured all the same.
    func page() throws -> [Outcome] {
        let missing = WebBrowser.missing
        guard missing.isEmpty else {
            say("\(missing.joined(separator: ", ")): not installed; the web page is left out")
            return []
        }
        say("looking at the web page")
        return try serverBenchmarks.page()
    }

    func copies() throws -> [Outcome] {
        say("copying libraries from the service")
        return try serverBenchmarks.copies()
    }

    private var serverBenchmarks: ServerBenchmarks {
        ServerBenchmarks(
            program: program, large: shelf("100k", [music(100_000, seed)]),
            small: shelf("10k", [music(10_000, seed)]), largest: large ? libraries.last : nil,
            folder: base + "/server", port: 14533)
    }
}
