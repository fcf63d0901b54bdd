/// Measurements of the service.
extension PhonolithBench {
    func server() throws -> [Outcome] {
        say("asking the service")
        return try serverBenchmarks.outcomes() + page()
    }

    /// The web page; nothing if Chromium is not installed.
    func page() throws -> [Outcome] {
        let missing = WebBrowser.missing
        guard missing.isEmpty else {
            say("\(missing.joined(separator: ", ")): not installed; skipping the web page")
            return []
        }
        say("measuring the web page")
        return try serverBenchmarks.page()
    }

    func attack() throws -> [Outcome] {
        say("attacking the service")
        return try serverBenchmarks.attacked()
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
