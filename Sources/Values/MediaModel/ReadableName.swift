extension String {
    /// Whether it can be a name: SQLite would cut it at a NUL, and a list or a log would show another name than it is
    /// where it has line ends, other control characters, or characters that change the direction of text.
    package var isReadableName: Bool { unicodeScalars.allSatisfy(\.isReadable) }

    /// The text as a name, with its control characters and the like replaced by spaces.
    package var asName: String {
        if isReadableName { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isReadable ? $0 : " " }))
    }

    /// The text as the name of a program that plays: ``asName``, cut to 100 Unicode scalars.
    package var asPlayerName: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(100))).asName
    }
}

extension Unicode.Scalar {
    fileprivate var isReadable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // They change the order in which the text around a name is shown (UAX #9, 2).
        default: !properties.isBidiControl
        }
    }
}
