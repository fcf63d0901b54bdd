import FoundationEssentials
import Glibc
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithUsers

/// Stations of internet radio. The server only keeps their addresses; programs connect to the stations themselves.
enum RadioEndpoints {
    static let all = [
        Endpoint("getInternetRadioStations", [], stations),
        Endpoint("createInternetRadioStation", parameters, role: .admin, create),
        Endpoint(
            "updateInternetRadioStation", [.required("id")] + parameters, role: .admin, update),
        Endpoint("deleteInternetRadioStation", [.required("id")], role: .admin, delete),
    ]

    private static let parameters: [Parameter] = [
        .required("streamUrl"), .required("name"), .optional("homepageUrl"),
    ]

    private static func stations(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let stations = try await call.library.perform { try $0.radioStations.all() }
        return .list(
            "internetRadioStations", of: "internetRadioStation",
            stations.map { station in
                var object = SubsonicObject("id", .text("\(SubsonicID.station(station.id))"))
                object.add("name", station.name)
                object.add("streamUrl", station.streamURL)
                object.add("homePageUrl", station.homePageURL)
                return object
            })
    }

    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let (name, stream) = (try call.text("name"), try call.webURL("streamUrl"))
        let home = try call.optionalWebURL("homepageUrl")
        _ = try await call.library.perform {
            try $0.radioStations.add(name: name, streamURL: stream, homePageURL: home)
        }
        return .nothing
    }

    private static func update(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let station = RadioStation(
            id: try stationID(call), name: try call.text("name"),
            streamURL: try call.webURL("streamUrl"),
            homePageURL: try call.optionalWebURL("homepageUrl"))
        guard try await call.library.perform({ try $0.radioStations.update(station) }) else {
            throw notFound(station.id)
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try stationID(call)
        guard try await call.library.perform({ try $0.radioStations.delete(id) }) else {
            throw notFound(id)
        }
        return .nothing
    }

    private static func stationID(
        _ call: SubsonicCall
    ) throws(SubsonicError) -> PersistentID<RadioStation> {
        guard case .station(let id) = try call.id("id", "Station") else {
            throw .notFound("Station", try call.text("id"))
        }
        return id
    }

    private static func notFound(_ id: PersistentID<RadioStation>) -> SubsonicError {
        .notFound("Station", "\(SubsonicID.station(id))")
    }
}

extension SubsonicCall {
    /// An address in the web: programs open what they are given, which must not be a file or a script.
    fileprivate func webURL(_ name: String) throws(SubsonicError) -> String {
        let text = try text(name)
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { throw .wrong(name, text, expected: "an address like https://example.org/radio") }
        guard service.allowsPrivateAddresses || url.host()?.isPrivateHost == false else {
            throw .wrong(name, text, expected: "a public address")
        }
        return text
    }

    fileprivate func optionalWebURL(_ name: String) throws(SubsonicError) -> String? {
        try optionalText(name) == nil ? nil : webURL(name)
    }
}

extension String {
    /// Whether a host is this machine or one of a local network, as far as its text shows: the address of a name is only
    /// known to the programs that connect, each in its own network.
    fileprivate var isPrivateHost: Bool {
        let bare = trimmed { ["[", "]", "."].contains($0) }.lowercased()
        var number = in_addr()
        // Also 127.1 and 2130706433, as inet_aton(3) reads them.
        if inet_aton(bare, &number) == 1 {
            let bytes = withUnsafeBytes(of: number) { $0.map { String($0) } }
            return InternetAddress(bytes.joined(separator: "."))?.isPublic != true
        }
        if let address = InternetAddress(bare) { return !address.isPublic }
        let local = ["localhost", "local", "internal", "lan", "home.arpa"]
        return local.contains { bare == $0 || bare.hasSuffix("." + $0) }
            // IPv6 with a zone, which is a place in a local network.
            || bare.contains(":")
    }
}
