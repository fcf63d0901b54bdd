import FoundationEssentials
import Glibc
package import PhonolithMediaModel

/// This machine among those that share a library on a server. Each root belongs to one of them, which alone scans it.
package struct LibraryHost: Hashable, Sendable {
    /// The name by which the machine's roots are known.
    package var name: String
    /// Where the files of other machines' roots are on this one.
    package var places: [Place]

    /// Where a folder of another machine is mounted here.
    package struct Place: Hashable, Sendable {
        /// The name of the other machine.
        package var host: String
        // The folder there, absolute.
        package var there: MediaPath
        /// The same folder here, absolute.
        package var here: MediaPath

        /// From `HOST:/there=/here`; `nil` for anything else.
        package init?(_ text: String) {
            guard let match = text.wholeMatch(of: /([^:\/\s]+):(\/.*?)=(\/.*)/) else { return nil }
            host = String(match.output.1)
            there = Self.folder(match.output.2)
            here = Self.folder(match.output.3)
        }

        /// A folder however its slashes are written.
        private static func folder(_ text: Substring) -> MediaPath {
            MediaPath("/" + text.split(separator: "/").joined(separator: "/"))
        }

        fileprivate var text: String { "\(host):\(there)=\(here)" }
    }

    /// This machine, as the environment of the process says.
    package static let current = LibraryHost(ProcessInfo.processInfo.environment)

    private static let nameVariable = "PHONOLITH_HOST"
    private static let placesVariable = "PHONOLITH_MAP_ROOT"

    /// From the variables of an environment; the name is that of the machine where none is given.
    package init(_ environment: [String: String]) {
        let given = environment[Self.nameVariable] ?? ""
        name = given.isEmpty ? ProcessInfo.processInfo.hostName : given
        places = (environment[Self.placesVariable] ?? "").split(separator: "\n")
            .compactMap { Place(String($0)) }
    }

    /// Makes it the host of this process and of those that it starts. To be called before ``current`` is asked.
    package func declare() {
        setenv(Self.nameVariable, name, 1)
        setenv(Self.placesVariable, places.map(\.text).joined(separator: "\n"), 1)
    }

    /// Where this machine has a root.
    ///
    /// - Parameter host: The machine that the root belongs to; `nil` for this one.
    package func place(of root: MediaPath, of host: String?) -> MediaPath {
        guard let host, host != name else { return root }
        let nearest = places.filter { $0.host == host }.nearest(to: root, by: \.there)
        guard let nearest, let rest = root.relative(to: nearest.there) else { return root }
        return nearest.here.appending(rest)
    }
}

extension LibraryRoot {
    /// The machine that scans it, where that is another one.
    package var otherHost: String? { host == LibraryHost.current.name ? nil : host }

    /// Where this machine has it.
    package var pathHere: MediaPath { LibraryHost.current.place(of: path, of: host) }

    /// Whether this machine scans it.
    package var isHere: Bool { otherHost == nil }
}
