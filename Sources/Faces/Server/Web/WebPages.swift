import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess

/// Serves the web page: one document for every view, and the files that it loads.
struct WebPages: Sendable {
    private let document: ByteBuffer
    private let version: String
    /// The beginning of the files' addresses for a browser, without a slash at its end.
    let assets: String

    /// The beginning of the files' addresses. The digest of all of them follows, so that each may be kept forever.
    private static let folder = "/assets/"

    init(_ options: ServerOptions) {
        version = String(WebPage.digest.prefix(16))
        assets = "\(options.basePath)\(Self.folder)\(version)"
        document = ByteBuffer(string: WebPage.document(assets: assets))
    }

    /// - Parameter path: Without the base path.
    func respond(to request: Request, path: Substring) -> Response {
        let file = path.hasPrefix(Self.folder) ? asset(path.dropFirst(Self.folder.count)) : nil
        guard file != nil || WebPage.isView(path) else { return unknown(request) }
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return file.map { respond(to: request, with: $0) } ?? page
    }

    /// Browsers that look for a page get this one, which says that there is none; programs get a line.
    private func unknown(_ request: Request) -> Response {
        guard request.headers[.accept]?.contains("text/html") == true else {
            return .plain(.notFound)
        }
        var response = page
        response.status = .notFound
        return response
    }

    private func asset(_ path: Substring) -> WebPage.File? {
        let parts = path.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[0] == version else { return nil }
        return WebPage.file(named: String(parts[1]))
    }

    private func respond(to request: Request, with file: WebPage.File) -> Response {
        let tag = "\"\(version)\""
        var headers: HTTPFields = [
            .contentType: file.mimeType, .eTag: tag,
            .cacheControl: "public, max-age=31536000, immutable",
        ]
        if request.headers[.ifNoneMatch]?.contains(tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = "\(file.bytes.count)"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private var page: Response {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.policy,
        ]
        // The address of the page that sets the owner's password is a secret.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: document))
    }

    /// Nothing of other sites, nothing inline, and no text that becomes markup.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; form-action 'none'; "
        + "frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; "
        + "trusted-types 'none'"
}
