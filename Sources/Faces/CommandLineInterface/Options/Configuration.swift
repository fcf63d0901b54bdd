import FoundationEssentials
import Glibc
import PhonolithFiles
package import PhonolithMediaModel

/// The settings in the configuration file, a JSON object of these keys. All are optional.
package struct Configuration: Decodable {
    /// Separators between artists in a single tag; default ` feat. `, ` ft. `, ` featuring `, `; `, ` / `.
    package var artistSeparators: [String]?
    /// Names that are never split.
    package var artistExceptions: [String]?
    /// Separators between genres in a single tag; default `;`, `|`, ` / `.
    package var genreSeparators: [String]?
    /// Articles that do not count in sorting when they begin a name.
    package var articles: [String]?
    /// Whether pictures in folders come before embedded ones; default no.
    package var folderArtworkFirst: Bool?

    /// Reads the file; without one everything is as it comes.
    ///
    /// - Throws: ``Failure`` naming the file and what is wrong in it.
    package static func read() throws -> Configuration {
        guard let path, path.status != nil else { return Configuration() }
        do {
            let data = Data(try path.allBytes(upTo: sizeLimit))
            let configuration = try JSONDecoder().decode(Configuration.self, from: data)
            try refuseUnknownSettings(in: data, of: path)
            return configuration
        } catch let failure as Failure {
            throw failure
        } catch let error as DecodingError {
            throw Failure("\(path): \(error.reason); correct or remove the file")
        } catch {
            throw Failure("\(path): cannot be read; check its permissions")
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case artistSeparators, artistExceptions, genreSeparators, articles, folderArtworkFirst
    }

    /// A misspelled setting would be ignored silently.
    private static func refuseUnknownSettings(in data: Data, of path: MediaPath) throws {
        let names = CodingKeys.allCases.map(\.rawValue)
        let settings = try JSONDecoder().decode([String: IgnoredValue].self, from: data)
        guard let unknown = settings.keys.sorted().first(where: { !names.contains($0) }) else {
            return
        }
        throw Failure(
            "\(path): '\(unknown)' is not a setting; the settings are \(names.joined(separator: ", "))"
        )
    }

    /// A value of any type, of which only the name counts.
    private struct IgnoredValue: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// In bytes; more is not a configuration.
    private static let sizeLimit = 16 << 20

    /// `$PHONOLITH_CONFIG`, else `phonolith/config.json` in the user's configuration folder.
    private static var path: MediaPath? {
        UserFolders.variable("PHONOLITH_CONFIG")
            ?? UserFolders.configuration?.appending("config.json")
    }

    package var sortKeys: SortKeyMaker {
        articles.map { articles in
            SortKeyMaker(
                articles: articles.map { article in
                    let folded = article.folded
                    return folded.hasSuffix("'") ? folded : folded + " "
                })
        } ?? SortKeyMaker()
    }

    package var prefersFolderArtwork: Bool { folderArtworkFirst ?? false }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
            .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has the wrong type"
        default: "is not a JSON object"
        }
    }
}

/// Where the files of the user of a command are.
package enum UserFolders {
    /// The folder of the library.
    ///
    /// - Throws: ``Failure`` for a user without a home.
    package static var data: MediaPath {
        get throws {
            if let folder = path(of: .data) { return folder }
            let reason =
                UserFolder.home(variable: variable).map { "the home folder \($0) does not exist" }
                ?? "you have no home folder"
            throw Failure("\(reason); name the library with --library, or set HOME")
        }
    }

    /// The folder of the configuration; `nil` for a user without a home.
    package static var configuration: MediaPath? { path(of: .configuration) }

    /// The folder of what programs remember from run to run; `nil` for a user without a home.
    package static var state: MediaPath? { path(of: .state) }

    /// A folder whose contents may be deleted at any time; a temporary one for a user without a home.
    package static var cache: MediaPath {
        path(of: .cache) ?? MediaPath("/tmp/phonolith-\(getuid())")
    }

    private static func path(of folder: UserFolder) -> MediaPath? {
        let home = UserFolder.home(variable: variable)
        return folder.path(in: home?.isFolder == true ? home : nil, variable: variable)
    }

    /// `nil` if it is not set, or empty.
    package static func variable(_ name: String) -> MediaPath? {
        CommandEnvironment.current.variable(name).map { MediaPath(bytes: $0) }
    }
}
