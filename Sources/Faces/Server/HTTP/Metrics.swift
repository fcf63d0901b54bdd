import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithFiles
import PhonolithStore
import Synchronization

/// Counts what the server does, for `/metrics` (Prometheus text format, version 0.0.4).
final class Metrics: Sendable {
    /// The part of the server that answers.
    enum Face: String, Hashable, Sendable, CaseIterable {
        case api, subsonic, page, other
    }

    private struct State {
        var requests: [Face: [Int: Int]] = [:]
        /// How many requests took at most so long, for each of ``bounds``.
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var seconds = 0.0
        var count = 0
        var inFlight = 0
        var bytes = 0
        var failedLogins = 0
    }

    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())
    private let start = Date()

    /// Counts a request until its last byte was sent.
    func counting(_ face: Face, _ respond: () async -> Response) async -> Response {
        state.withLock { $0.inFlight += 1 }
        let running = Hold { self.state.withLock { $0.inFlight -= 1 } }
        let begin = ContinuousClock.now
        let response = await respond()
        let seconds = begin.duration(to: .now) / .seconds(1)
        let status = response.status.code
        state.withLock { state in
            state.requests[face, default: [:]][status, default: 0] += 1
            state.count += 1
            state.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                state.buckets[index] += 1
            }
            state.bytes += response.body.contentLength ?? 0
        }
        return response.holding(running)
    }

    func noteFailedLogin() { state.withLock { $0.failedLogins += 1 } }

    /// Everything as text.
    ///
    /// - Parameter items: How many items the library has.
    func text(items: Int, isScanning: Bool, _ replicas: [ReplicaReport]) -> String {
        let state = state.withLock(\.self)
        var text = ""
        func add(_ name: String, _ kind: String, _ help: String, _ lines: [(String, String)]) {
            text += "# HELP phonolith_\(name) \(help)\n# TYPE phonolith_\(name) \(kind)\n"
            for (labels, value) in lines { text += "phonolith_\(name)\(labels) \(value)\n" }
        }
        add(
            "requests_total", "counter", "Requests answered.",
            state.requests.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { face, codes in
                codes.sorted { $0.key < $1.key }.map { code, count in
                    ("{face=\"\(face.rawValue)\",status=\"\(code)\"}", String(count))
                }
            })
        add(
            "request_seconds", "histogram", "Time to the first byte of a response.",
            zip(Self.bounds, state.buckets).map { ("_bucket{le=\"\($0)\"}", String($1)) } + [
                ("_bucket{le=\"+Inf\"}", String(state.count)),
                ("_sum", String(state.seconds)), ("_count", String(state.count)),
            ])
        add(
            "requests_in_flight", "gauge", "Requests in progress, including streams.",
            [("", String(state.inFlight))])
        add(
            "announced_bytes_total", "counter", "Bytes sent in responses with a Content-Length.",
            [("", String(state.bytes))])
        add(
            "failed_logins_total", "counter", "Failed logins.",
            [("", String(state.failedLogins))])
        add("library_items", "gauge", "Items in the library.", [("", String(items))])
        add("scan_running", "gauge", "1 while a scan is running.", [("", isScanning ? "1" : "0")])
        if !replicas.isEmpty {
            add(
                "replica_used", "gauge", "1 while the replica answers for the library's server.",
                replicas.map { ("{replica=\"\($0.address)\"}", $0.isUsed ? "1" : "0") })
            add(
                "replica_left_out_total", "counter", "How often the replica was left out.",
                replicas.flatMap { replica in
                    replica.leftOut.sorted { $0.key < $1.key }.map {
                        (
                            "{replica=\"\(replica.address)\",reason=\"\($0.key)\"}",
                            String($0.value)
                        )
                    }
                })
        }
        if let memory = Self.residentBytes {
            add(
                "resident_memory_bytes", "gauge", "Memory usage of the server.",
                [("", String(memory))])
        }
        add(
            "start_time_seconds", "gauge", "Start time of the server, in seconds since 1970.",
            [("", String(Int(start.timeIntervalSince1970)))])
        return text
    }

    /// proc(5), `/proc/self/statm`: the second number is the resident pages.
    private static var residentBytes: Int? {
        // Without /proc there is one metric fewer.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
