import Glibc
import PhonolithFiles
package import PhonolithMediaModel

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
