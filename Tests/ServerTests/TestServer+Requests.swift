import Foundation
import FoundationNetworking
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PhonolithAccess
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Synchronization

/// Requests to the server, as apps, pages and other programs make them.
extension TestServer {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
        }
    }

    func send(
        _ method: String = "GET", _ path: String, headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> Answer {
        // URLs as clients write them, with what they may not have in percents.
        guard let whole = URL(string: url.absoluteString + path) else { throw CancellationError() }
        var headers = headers
        if body != nil, path.hasPrefix("/api/v1/"), headers["Content-Type"] == nil {
            headers["Content-Type"] = "application/json"
        }
        guard let client else {
            return try await Self.send(method, whole, headers: headers, body: body)
        }
        let target = whole.absoluteString.dropFirst(Self.origin.count)
        guard let verb = HTTPRequest.Method(method) else { throw CancellationError() }
        var fields = HTTPFields()
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { throw CancellationError() }
            fields[name] = value
        }
        let response = try await client.executeRequest(
            uri: target.hasPrefix("/") ? String(target) : "/" + target,
            method: verb,
            headers: fields, body: body.map { ByteBuffer(string: $0) })
        var found: [String: String] = [:]
        for field in response.headers {
            let name = field.name.canonicalName
            found[name] = found[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return Answer(
            status: response.status.code, headers: found,
            body: Data(response.body.readableBytesView))
    }

    /// Sends a request over a connection.
    private static func send(
        _ method: String, _ url: URL, headers: [String: String], body: String?
    ) async throws -> Answer {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw CancellationError() }
        var found: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            found["\(name)".lowercased()] = "\(value)"
        }
        return Answer(status: response.statusCode, headers: found, body: data)
    }

    /// Sends the cookies that a test gives, and no others: all servers of the tests have the same host.
    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        // The servers of all tests share two threads, beside what else the machine does.
        configuration.timeoutIntervalForRequest = 300
        return URLSession(configuration: configuration)
    }()

    /// Calls an endpoint as an app would, with the app password.
    func call(
        _ name: String, _ query: String = "", headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(
            "GET", "/rest/\(name)?apiKey=\(secret)&v=1.16.1&c=test&\(query)", headers: headers)
    }

    /// An endpoint's answer in JSON, below the envelope.
    func payload(_ name: String, _ query: String = "") async throws -> [String: Any] {
        try await call(name, "f=json&\(query)").json()["subsonic-response"] as? [String: Any]
            ?? [:]
    }

    /// The code of the error that an endpoint answers; `nil` for none.
    ///
    /// - Parameter secret: Another app password than the owner's.
    func error(_ name: String, _ query: String = "", secret: String? = nil) async throws -> Int? {
        let answer = try await send(
            "GET", "/rest/\(name)?apiKey=\(secret ?? self.secret)&v=1.16.1&c=test&f=json&\(query)")
        return try answer.json().object("subsonic-response", "error")["code"] as? Int
    }

    /// Gets a resource of the native API, with the app password.
    func api(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await api("GET", path, headers: headers)
    }

    /// The owner's main password, once ``setPassword()`` was called.
    static let password = "owner-password"

    func setPassword() throws {
        try Access.setPassword(
            Self.password, of: catalog.users.all()[0], in: catalog, cost: .least)
    }

    /// Asks the native API as the page does in a browser in which the owner is logged in.
    func page(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) async throws -> Answer {
        let session: [String: String]
        if let known = browser.withLock(\.self) {
            session = known
        } else {
            session = try await login()
            browser.withLock { $0 = session }
        }
        return try await send(
            method, "/api/v1" + path, headers: session.merging(headers) { $1 }, body: body)
    }

    private func login() async throws -> [String: String] {
        try setPassword()
        let answer = try await send(
            "POST", "/api/v1/session", body: #"{"user":"owner","password":"\#(Self.password)"}"#)
        guard let token = try answer.json().text("csrfToken"),
            let cookie = answer.headers["set-cookie"]?.prefix(while: { $0 != ";" })
        else { throw CancellationError() }
        return ["Cookie": String(cookie), "X-CSRF-Token": token]
    }

    /// The code of the error that an endpoint answers to the owner's main password; `nil` for none.
    func errorWithPassword(_ name: String, _ query: String = "") async throws -> Int? {
        let answer = try await send(
            "GET", "/rest/\(name)?f=json&u=owner&p=\(Self.password)&\(query)")
        return try answer.json().object("subsonic-response", "error")["code"] as? Int
    }

    /// Asks the native API, with the app password.
    func api(
        _ method: String, _ path: String, headers: [String: String] = [:],
        body: String? = nil, secret: String? = nil
    ) async throws -> Answer {
        var headers = headers
        headers["Authorization"] = "Bearer \(secret ?? self.secret)"
        return try await send(method, "/api/v1" + path, headers: headers, body: body)
    }
}
