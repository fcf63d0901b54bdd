import Files
import Foundation
package import MediaModel

/// Where the user's files are: the XDG Base Directory Specification.
package enum UserFolders {
    /// `$HOME`; only where that is not set, what the system's list of users says.
    package static var home: MediaPath? {
        if let home = variable("HOME") { return home }
        guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir else { return nil }
        return home.pointee == 0 ? nil : MediaPath(cString: home)
    }

    /// The folder of the library.
    ///
    /// - Throws: ``Failure`` for a user without a home.
    package static var data: MediaPath {
        get throws {
            try folder("XDG_DATA_HOME", else: ".local/share")
        }
    }

    /// The folder of the configuration; `nil` for a user without a home.
    package static var configuration: MediaPath? {
        try? folder("XDG_CONFIG_HOME", else: ".config")
    }

    /// The folder of what programs remember from run to run; `nil` for a user without a home.
    package static var state: MediaPath? {
        try? folder("XDG_STATE_HOME", else: ".local/state")
    }

    /// A folder whose contents may be deleted at any time; a temporary one for a user without a home.
    package static var cache: MediaPath {
        let folder = try? folder("XDG_CACHE_HOME", else: ".cache")
        return folder ?? MediaPath("/tmp/phonolith-\(getuid())")
    }

    /// The specification ignores paths that are not absolute.
    private static func folder(_ name: String, else path: MediaPath) throws -> MediaPath {
        if let folder = variable(name), folder.bytes.first == 0x2F {
            return folder.appending("phonolith")
        }
        return try inHome(path.appending("phonolith"))
    }

    private static func inHome(_ path: MediaPath) throws -> MediaPath {
        guard let home, home.isFolder else {
            let name =
                home.map { "the home folder \($0) does not exist" } ?? "you have no home folder"
            throw Failure("\(name); name the library with --library, or set HOME")
        }
        return home.appending(path)
    }

    /// `nil` if it is not set, or empty.
    package static func variable(_ name: String) -> MediaPath? {
        CommandEnvironment.current.variable(name).map { MediaPath(bytes: $0) }
    }
}
