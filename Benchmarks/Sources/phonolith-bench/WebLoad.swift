import Foundation

/// Clients that ask a server for as long as they are told, by wrk: each sends its next request when it has the answer to
/// the one before.
struct WebLoad {
    /// Begins all addresses: `http://127.0.0.1:4533`.
    var server: String
    /// Paths with their queries; each request takes one of them by chance.
    var paths: [String]
    /// `Name: value`; sent with each request.
    var headers: [String]
    var clients: Int
    var seconds: Int
    /// Holds what wrk reads.
    var folder: String

    /// The result of all requests.
    struct Answers {
        var requests: Double
        var seconds: Double
        var bytes: Double
        /// Connections that failed, answers that took more than ten seconds, and those with a status of an error.
        var failures: Int
        /// In seconds.
        var median: Double
        var percentile99: Double
        var longest: Double

        var rate: Double { requests / seconds }

        /// `1843 requests a second, median 0.51 ms, 99 % within 1.2 ms`
        var text: String {
            "\(rate.text) requests a second, median \((median * 1000).text) ms,"
                + " 99 % within \((percentile99 * 1000).text) ms"
        }
    }

    static var isInstalled: Bool { Command("sh", ["-c", "command -v wrk"]).text() != nil }

    func run() throws -> Answers {
        let (script, list) = (folder + "/requests.lua", folder + "/paths")
        try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
        try (paths.joined(separator: "\n") + "\n")
            .write(toFile: list, atomically: true, encoding: .utf8)
        let arguments =
            [
                "--threads", "\(min(2, clients))", "--connections", "\(clients)", "--duration",
                "\(seconds)s", "--timeout", "10s", "--script", script,
            ] + headers.flatMap { ["--header", $0] } + [server, "--", list]
        let numbers = Command("wrk", arguments).text()?.split(separator: "\n").last?
            .split(separator: " ").compactMap { Double($0) }
        guard let numbers, numbers.count == 7 else {
            throw BenchmarkError("wrk \(server): gave no figures")
        }
        return Answers(
            requests: numbers[0], seconds: numbers[1] / 1e6, bytes: numbers[2],
            failures: Int(numbers[3]), median: numbers[4] / 1e6, percentile99: numbers[5] / 1e6,
            longest: numbers[6] / 1e6)
    }

    private static let script = """
        local paths = {}

        function init(arguments)
            for line in io.lines(arguments[1]) do paths[#paths + 1] = line end
        end

        function request()
            return wrk.format("GET", paths[math.random(#paths)])
        end

        function done(summary, latency, requests)
            local errors = summary.errors
            local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
            io.write(string.format("%d %d %d %d %d %d %d\\n", summary.requests, summary.duration,
                summary.bytes, failures, latency:percentile(50), latency:percentile(99), latency.max))
        end
        """
}
