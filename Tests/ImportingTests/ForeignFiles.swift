import Foundation
import PhonolithDatabase
import PhonolithImporting
import PhonolithMediaModel
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers

/// Files of other programs, made in a folder of their own.
final class ForeignFiles {
    let folder: MediaPath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "foreign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = MediaPath(url.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.description) }

    @discardableResult
    func write(_ text: String, to name: String) throws -> MediaPath {
        let path = folder.appending(MediaPath(name))
        try FileManager.default.createDirectory(
            atPath: path.parent.description, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path.description))
        return path
    }

    /// A database with the tables that the statements make.
    @discardableResult
    func database(_ name: String, _ statements: String) throws -> MediaPath {
        let path = try write("", to: name)
        try SQLiteDatabase(path: path.description).write { try $0.execute(sql: statements) }
        return path
    }

    func library(_ program: ForeignProgram, user: String? = nil) throws -> ForeignLibrary {
        try program.library(in: [folder], ofUser: user)
    }
}

extension ForeignLibrary {
    /// The track of a title.
    func track(_ title: String) -> Track? { tracks.first { $0.title == title } }
}

/// A user's values, empty but for what the closure sets.
func values(_ change: (inout UserData.Values) -> Void) -> UserData.Values {
    var values = UserData.Values()
    change(&values)
    return values
}

/// Seconds since 1970.
func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
