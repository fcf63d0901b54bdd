/// The characters that HTML has names for (HTML 4.01, section 24), without Greek and mathematics. Feeds use them, although XML
/// does not know them.
package enum HTMLEntity {
    /// From U+00A0 on, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
        iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
        Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
        Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde \
        ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
    private static let others: [String: UInt32] = [
        "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161, "Yuml": 0x178,
        "circ": 0x2C6, "tilde": 0x2DC, "ensp": 0x2002, "emsp": 0x2003, "thinsp": 0x2009,
        "zwnj": 0x200C, "zwj": 0x200D, "lrm": 0x200E, "rlm": 0x200F, "ndash": 0x2013,
        "mdash": 0x2014, "lsquo": 0x2018, "rsquo": 0x2019, "sbquo": 0x201A, "ldquo": 0x201C,
        "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020, "Dagger": 0x2021, "bull": 0x2022,
        "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032, "Prime": 0x2033, "lsaquo": 0x2039,
        "rsaquo": 0x203A, "euro": 0x20AC, "trade": 0x2122, "minus": 0x2212,
    ]
    private static let characters: [String: String] = {
        let named = latin.split(separator: " ").enumerated()
            .map { (String($0.element), UInt32($0.offset) + 0xA0) }
        return Dictionary(uniqueKeysWithValues: named + others.map { ($0.key, $0.value) })
            .compactMapValues { Unicode.Scalar($0).map(String.init) }
    }()

    /// The character of a name, without `&` and `;`; `nil` for one that has none.
    static func character(_ name: String) -> String? { characters[name] }

    /// The text with its references to characters resolved, once; other text stays as it is.
    package static func resolved(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let sign = rest.firstIndex(of: "&") {
            result += rest[..<sign]
            let behind = rest.index(after: sign)
            if let end = rest[behind...].prefix(10).firstIndex(of: ";"),
                let character = XMLReader.character(String(rest[behind..<end]), orOfHTML: true)
            {
                result += character
                rest = rest[rest.index(after: end)...]
            } else {
                result += "&"
                rest = rest[behind...]
            }
        }
        return result + rest
    }
}
