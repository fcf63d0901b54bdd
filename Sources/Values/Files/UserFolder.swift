import Glibc
package import PhonolithMediaModel

/// A folder of the user's files by the XDG Base Directory Specification, with the variable that names it.
package enum UserFolder: String, Sendable {
    case data = "XDG_DATA_HOME"
    case configuration = "XDG_CONFIG_HOME"
    /// Of what programs remember from run to run.
    case state = "XDG_STATE_HOME"
    /// Its contents may be deleted at any time.
    case cache = "XDG_CACHE_HOME"

    /// Where it is in the home if the variable is not set.
    private var standard: MediaPath {
        switch self {
        case .data: ".local/share"
        case .configuration: ".config"
        case .state: ".local/state"
        case .cache: ".cache"
        }
    }

    /// The folder of this project in it; `nil` for a user without a home, if the variable is not set.
    ///
    /// - Parameter variable: The value of a variable of the environment; `nil` if it is not set, or empty.
    package func path(
        in home: MediaPath?, variable: (String) -> MediaPath? = MediaPath.init(variable:)
    ) -> MediaPath? {
        // The specification ignores paths that are not absolute.
        if let folder = variable(rawValue), folder.bytes.first == 0x2F {
            return folder.appending("phonolith")
        }
        return home?.appending(standard).appending("phonolith")
    }

    /// `$HOME`; if that is not set, the home in the system's list of users.
    package static func home(
        variable: (String) -> MediaPath? = MediaPath.init(variable:)
    ) -> MediaPath? {
        if let home = variable("HOME") { return home }
        guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir else { return nil }
        return home.pointee == 0 ? nil : MediaPath(cString: home)
    }
}

extension MediaPath {
    /// The value of a variable of the process's environment; `nil` if it is not set, or empty.
    package init?(variable: String) {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        self.init(cString: value)
    }
}
