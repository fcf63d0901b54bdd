import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

extension ScanBenchmarks {
    /// The time that queries of the library take while another process fills it from nothing.
    func queriesDuringScan() throws -> Outcome {
        try deleteDatabase()
        var catalog: Catalog?
        var times: [Double] = []
        let clock = ContinuousClock()
        try phonolith(["scan", "--threads", "\(threads)", music.music]).run { _ in
            guard let opened = try catalog ?? openedLibrary() else {
                usleep(5000)
                return
            }
            catalog = opened
            for query in Self.queries {
                times.append(try clock.measure { try query(opened) } / .milliseconds(1))
            }
            // A reader that never rests would show what it takes from the scan, not what it waits for.
            usleep(20_000)
        }
        guard !times.isEmpty else { throw BenchmarkError("the scan was over before it was asked") }
        let runs = Runs(times)
        return Outcome(
            what: "a query while a scan runs, 99th percentile", value: runs.percentile99,
            unit: .milliseconds, limit: .atMost(50),
            detail: "\(times.count) queries of \(Self.queries.count) kinds beside a full scan:"
                + " median \(runs.median.text) ms, worst \(runs.worst.text) ms; an error ends this")
    }

    /// `nil` until the scan has made the library.
    private func openedLibrary() throws -> Catalog? {
        do {
            return try Catalog.open(at: database, for: .reading)
        } catch let error as CatalogError where error.code == .noLibrary {
            return nil
        }
    }

    private static let queries: [@Sendable (Catalog) throws -> Void] = [
        { _ = try $0.items.all(matching: page(.songs)) },
        { _ = try $0.items.all(matching: page(.songs, by: [.init(.year, isDescending: true)])) },
        {
            _ = try $0.items.all(
                matching: page(.songs, by: [.init(.dateAdded, isDescending: true)]))
        },
        { _ = try $0.collections.all(of: page(.albums)) },
        { _ = try $0.collections.all(of: page(.artists)) },
        { _ = try $0.search.results("silent river") },
    ]

    private static func page(_ query: MediaQuery, by order: [MediaOrder] = []) -> MediaQuery {
        var query = query
        (query.order, query.limit) = (order, 50)
        return query
    }
}
