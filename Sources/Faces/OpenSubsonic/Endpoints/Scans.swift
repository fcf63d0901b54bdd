import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithWorker

enum ScanEndpoints {
    static let all = [
        Endpoint("getScanStatus") { .payload("scanStatus", try await status($0)) },
        Endpoint("startScan", [.optional("fullScan", .flag)], role: .admin) { call in
            do throws(WorkerError) {
                try call.service.scans.start(isFull: call.flag("fullScan") ?? false)
            } catch {
                throw SubsonicError(.generic, error.description)
            }
            return .payload("scanStatus", try await status(call))
        },
    ]

    private static func status(_ call: SubsonicCall) async throws -> SubsonicObject {
        let scan = call.service.scans.status
        let count = try await call.library.perform { try $0.items.count(matching: MediaQuery()) }
        var status = SubsonicObject("scanning", .flag(scan.isScanning))
        status.add("count", count)
        status.addOpen("lastScan", scan.dateEnded?.iso8601)
        return status
    }
}
