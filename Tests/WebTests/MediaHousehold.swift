import Foundation
import FoundationNetworking
import PhonolithTestSupport
import Testing

/// Gives the tests of a suite one household with a ``MediaShelf``, podcasts and a jukebox without sound.
struct MediaHouseholdTrait: SuiteTrait, TestScoping {
    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let podcasts = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-podcasts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: podcasts, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: podcasts) }
        let household = try await Household.start(
            isSetUp: true,
            options: [
                "--podcasts", podcasts.path, "--allow-private-addresses", "--jukebox-output",
                "null",
            ], filling: MediaShelf.make)
        defer { household.stop() }
        try await Household.$current.withValue(household) { try await function() }
    }
}

extension Trait where Self == MediaHouseholdTrait {
    static var mediaHousehold: Self { MediaHouseholdTrait() }
}

/// Another device of the owner's, which speaks to the server without the page.
struct OtherDevice {
    private let url: String
    private let secret: String

    init(of household: Household) throws {
        url = household.url
        let printed = try household.answer("app-password", "add", "owner", "--label", "Device")
        let words = printed.split { $0.isWhitespace }.map(String.init)
        secret = try #require(words.max { $0.count < $1.count })
    }

    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: [String: Any]? = nil
    ) async throws -> [String: Any] {
        var request = URLRequest(url: try #require(URL(string: url + "/api/v1" + path)))
        request.httpMethod = method
        request.setValue("Bearer \(secret)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            throw Browser.Failure(
                description:
                    "\(method) \(path): \(status) \(String(decoding: data, as: UTF8.self))")
        }
        return data.isEmpty
            ? [:] : try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// The id of the item with a title.
    func id(of title: String) async throws -> String {
        let quoted = "title = \"\(title)\"".addingPercentEncoding(
            withAllowedCharacters: .alphanumerics)
        let found = try await send("GET", "/items?where=\(quoted ?? "")")
        let items = found["items"] as? [[String: Any]]
        return try #require(items?.first?["persistentID"] as? String, "no item \(title)")
    }
}

extension Browser {
    /// Moves the mouse to a place in an element: a share of its width.
    func hover(_ selector: String, at share: Double) async throws {
        let box = try await run(
            "const box = document.querySelector(\(selector.quoted)).getBoundingClientRect(); return [box.left + box.width * \(share), box.top + box.height / 2]"
        )
        guard let place = box as? [NSNumber] else {
            throw Failure(description: "no place \(selector)")
        }
        try await point(x: place[0].intValue, y: place[1].intValue)
    }

    /// Errors on the console, but for those that tests ask for.
    func failures() async throws -> [Message] {
        try await messages().filter {
            $0.level == "SEVERE"
                && !($0.text.contains("/api/v1/session ") && $0.text.contains("401"))
        }
    }

    /// Elements that are wider than the window, or have no name, role or contrast.
    func faults() async throws -> [String] {
        let excess = try await number(
            "document.querySelector('#view').scrollWidth - document.querySelector('#view').clientWidth"
        )
        return try await accessibilityFaults() + (excess > 0 ? ["\(excess) pixels too wide"] : [])
    }
}
