import ArgumentParser
package import PhonolithMediaModel

extension ListRequest {
    /// Reads the options of a list.
    ///
    /// - Throws: `ValidationError`; for an expression ``Failure``, which shows the place of the mistake.
    package init(commandLine texts: [Parameter: [String]], of grouping: MediaGrouping) throws {
        do throws(ListRequestError) {
            try self.init(of: grouping, texts)
        } catch {
            if case .expression(let fault) = error.fault { throw Failure(fault, in: error.text) }
            throw ValidationError(error.message)
        }
    }

    /// Refuses wrong options before the command runs; expressions are refused when it does.
    ///
    /// - Throws: `ValidationError`.
    static func check(_ texts: [Parameter: [String]], of grouping: MediaGrouping) throws {
        var texts = texts
        texts[.condition] = nil
        _ = try ListRequest(commandLine: texts, of: grouping)
    }
}

extension ListRequestError {
    fileprivate var message: String {
        switch (parameter, fault) {
        case (.year, .value):
            "'\(text)' is not a year; write a year like 1997 or a range like 1990..1999"
        case (_, .reversedYears): "'\(text)' ends before it begins; write the earlier year first"
        case (.after, .value):
            "'\(text)' is not a page token; --page-token prints the token of a page"
        case (_, .value): "--\(parameter.rawValue) takes \(expected), not \(text)"
        case (_, .key(let grouping)): "'\(text)' is not a key to sort by\(hint(grouping))"
        case (_, .direction): "'\(text)' has an unknown direction; write \(expected)"
        case (_, .expression(let fault)): "--\(parameter.rawValue): \(fault)"
        }
    }

    private func hint(_ grouping: MediaGrouping) -> String {
        if grouping == .title {
            let nearest = nearestKey.map { " (did you mean \($0)?)" } ?? ""
            return nearest + "; phonolith properties lists the keys"
        }
        let hint =
            MediaGrouping.title.sortKeys[text] != nil
            ? ", except in lists of items" : nearestKey.map { " (did you mean \($0)?)" } ?? ""
        return "\(hint); the keys here are \(expected)"
    }
}
