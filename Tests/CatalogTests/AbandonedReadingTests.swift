import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import Testing

/// Reading whose task is cancelled.
@Suite struct AbandonedReadingTests {
    @Test("Ends where that was asked for, else comes to its end", arguments: [true, false])
    func cancelled(ends: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var world = try World(library: folder.appendingPathComponent("library.sqlite").path)
        try world.addAll(
            (0..<600).map { number in
                (MediaPath("\(number).mp3"), { $0.title = "Track \(number)" })
            })
        let catalog = world.catalog
        let count = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Catalog.endingWhenCancelled(ends) {
                try catalog.items.all(
                    matching: MediaQuery(filterPredicates: [.contains(.title, "rack 2")])
                ).count
            }
        }
        if ends {
            await #expect(throws: CancellationError.self) { try await count.value }
        } else {
            #expect(try await count.value == 111)
        }
        try catalog.close()
    }
}
