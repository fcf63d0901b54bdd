import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithScans
import PhonolithWorker

/// Scans that this server runs.
enum ScanRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/scans", "Show the running scan, or the result of the last one.",
            answer: .object("Scan")
        ) { .json($0.service.scans.status.json(for: $0.caller)) },
        APIRoute(
            .post, "/scans", "Start a scan of all roots, unless one is running.",
            body: [APIParameter("full", .boolean, "Also read unchanged files. Default: false.")],
            answer: .object("Scan"), status: .accepted, role: .admin, start),
    ]

    private struct Body: Decodable { var full: Bool? }

    private static func start(_ call: APICall) async throws -> Response {
        let isFull = try await call.optionalBody(Body.self)?.full ?? false
        let scans = call.service.scans
        do throws(WorkerError) {
            try scans.start(isFull: isFull)
        } catch {
            throw Problem(.serviceUnavailable, error.description)
        }
        return .json(scans.status.json(for: call.caller), status: .accepted)
    }
}

extension ScanRunner.Status {
    /// Its problems name files of all roots, and its progress counts them, so that only administrators get these.
    func json(for caller: Caller) -> JSON {
        let record = Record([
            ("isScanning", .boolean(isScanning)),
            ("dateBegun", dateBegun.map(MediaValue.timestamp)),
            ("dateEnded", dateEnded.map(MediaValue.timestamp)),
            ("fractionDone", progress?.fractionDone.map(MediaValue.number)),
            ("waitsFor", caller.isAdmin ? waitsFor.map(MediaValue.text) : nil),
            ("failure", caller.isAdmin ? failure.map(MediaValue.text) : nil),
        ])
        guard caller.isAdmin else { return JSON(record) }
        return .object(record, [("progress", progress?.json), ("report", report.map { JSON($0) })])
    }
}

extension ScanProgress {
    /// 0...1; `nil` until the files are counted.
    fileprivate var fractionDone: Double? {
        total.map { $0 > 0 ? min(1, (Double(done) / Double($0) * 1000).rounded() / 1000) : 1 }
    }

    fileprivate var json: JSON {
        JSON(
            Record([
                ("done", .integer(done)), ("total", total.map { .integer($0) }),
                ("added", .integer(added)), ("changed", .integer(changed)),
            ]))
    }
}
