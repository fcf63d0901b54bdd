import HTTPTypes
import Hummingbird
import NIOCore

/// A page of its own, which needs no login: that of a share.
struct HTMLPage: Sendable {
    let title: String
    /// Where the page's files are: a path without a slash at its end.
    let assets: String
    /// Further elements of the head; their texts are escaped already.
    var head = ""
    /// The contents of the page; its texts are escaped already.
    let body: String

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .contentSecurityPolicy: Self.policy,
        ]
        // The address of the page may be a secret.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Nothing of other sites, nothing inline, no text that becomes markup, and in no frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'; img-src 'self'; "
        + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"

    private var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title.htmlEscaped)</title>
        <link rel="icon" href="\(assets.htmlEscaped)/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="\(assets.htmlEscaped)/share.css">
        \(head)
        <script type="module" src="\(assets.htmlEscaped)/share.js"></script>
        </head>
        <body>
        <main>
        \(body)
        </main>
        </body>
        </html>

        """
    }
}

extension String {
    /// The text as HTML has it, in elements and in attributes.
    var htmlEscaped: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
