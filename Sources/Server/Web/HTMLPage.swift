import HTTPTypes
import Hummingbird
import NIOCore

/// A small page without scripts: what the server shows before login.
struct HTMLPage: Sendable {
    let title: String
    /// Between the heading and the end; its parts are escaped already.
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

    /// Nothing of other sites, no scripts, and in no frame.
    private static let policy =
        "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

    private var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title.htmlEscaped)</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
        label, input, audio, video { display: block; width: 100%; box-sizing: border-box; }
        input, button { font: inherit; padding: .4rem; margin-bottom: 1rem; }
        li { margin-bottom: 1rem; }
        img { max-width: 16rem; }
        code { overflow-wrap: anywhere; }
        </style>
        </head>
        <body>
        <h1>\(title.htmlEscaped)</h1>
        \(body)
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
