import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport

/// A library of two items of six seconds.
struct TwoItemLibrary {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.inMemory()
        for name in ["1.ogg", "2.mp3"] {
            let kind = name.split(separator: ".").last ?? ""
            try FileManager.default.copyItem(
                at: Fixtures.url(of: "sweep/long.\(kind)"),
                to: folder.url.appendingPathComponent(name))
        }
        _ = try await LibraryScanner(catalog: catalog).scan(
            [MediaPath(folder.url.path)], options: ScanOptions())
    }
}
