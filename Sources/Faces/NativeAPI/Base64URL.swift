import FoundationEssentials

extension [UInt8] {
    /// As text that needs no escapes in a URL (RFC 4648, 5).
    var base64URL: String {
        Data(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Reads ``base64URL``; `nil` for what is not.
    init?(base64URL text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard !text.isEmpty, let data = Data(base64Encoded: standard + padding) else { return nil }
        self.init(data)
    }
}
