internal import CPhonolithPCRE2

/// A regular expression in the language of Perl, as PCRE2 has it (pcre.org/current/doc/html/pcre2syntax.html).
///
/// The case of letters does not matter but after `(?-i)`. Compiled once, and looked for in texts by any thread.
package final class RegularExpression: @unchecked Sendable {
    /// The most bytes of an expression.
    package static let greatestLength = 1000

    /// Why a text is no regular expression.
    package struct Mistake: Error, Hashable {
        /// PCRE2's message: `missing closing parenthesis`.
        package let reason: String
        /// How many Unicode scalars of the expression are before the place.
        package let offset: Int
    }

    /// A search took too long: the parts of the expression can be joined in too many ways.
    package struct TooSlow: Error {
        package init() {}
    }

    /// The ways that are tried at each place of a text, and the KiB of memory that this may take.
    private static let limits = (match: UInt32(20_000), heap: UInt32(1024))

    /// `@unchecked Sendable`, because PCRE2 only reads it: "the compiled form of a pattern … is not changed when the
    /// pattern is matched" (pcre2api, "Multithreading"). Match data belong to one search alone.
    private let code: OpaquePointer

    package init(_ source: String) throws(Mistake) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Self.greatestLength else {
            throw Mistake(reason: "more than \(Self.greatestLength) bytes", offset: 0)
        }
        let options =
            UInt32(PCRE2_UTF) | PCRE2_UCP | PCRE2_CASELESS | PCRE2_NEVER_BACKSLASH_C
        var error: Int32 = 0
        var offset = 0
        let code = bytes.withUnsafeBufferPointer {
            pcre2_compile_8($0.baseAddress, $0.count, options, &error, &offset, nil)
        }
        guard let code else {
            throw Mistake(
                reason: Self.message(of: error),
                offset: String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars.count)
        }
        // Where the processor has no such compiler, searches are slower.
        pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        self.code = code
    }

    deinit { pcre2_code_free_8(code) }

    /// Whether the expression matches somewhere in a text.
    package func isFound(in text: String) throws(TooSlow) -> Bool {
        // One pair of numbers, for the place of the match; its groups are not requested.
        try search(text, groups: 0) { _ in true } ?? false
    }

    /// The first match in a text.
    package struct Match: Hashable, Sendable {
        package let prefix: String
        /// The text that each group of the expression matched, from the first; `nil` for a group that took no part.
        package let groups: [String?]
    }

    /// The first match in a text, with its groups; `nil` if there is none.
    package func firstMatch(in text: String) throws(TooSlow) -> Match? {
        var count: UInt32 = 0
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        let bytes = Array(text.utf8)
        return try search(text, groups: Int(count)) { ranges in
            Match(
                prefix: String(decoding: bytes[..<(ranges[0]?.lowerBound ?? 0)], as: UTF8.self),
                groups: ranges.dropFirst().map {
                    $0.map { String(decoding: bytes[$0], as: UTF8.self) }
                })
        }
    }

    /// Searches a text, and gives where the match and its groups are, in bytes.
    private func search<Found>(
        _ text: String, groups: Int, _ describe: ([Range<Int>?]) -> Found
    ) throws(TooSlow) -> Found? {
        guard let match = pcre2_match_data_create_8(UInt32(groups) + 1, nil),
            let context = pcre2_match_context_create_8(nil)
        else { throw TooSlow() }
        defer {
            pcre2_match_data_free_8(match)
            pcre2_match_context_free_8(context)
        }
        pcre2_set_match_limit_8(context, Self.limits.match)
        pcre2_set_heap_limit_8(context, Self.limits.heap)
        var text = text
        let result = text.withUTF8 {
            // A String is always valid UTF-8.
            pcre2_match_8(code, $0.baseAddress, $0.count, 0, PCRE2_NO_UTF_CHECK, match, context)
        }
        if result == PCRE2_ERROR_NOMATCH { return nil }
        guard result >= 0, let offsets = pcre2_get_ovector_pointer_8(match) else { throw TooSlow() }
        // A group that took no part is PCRE2_UNSET, which Swift has as -1.
        return describe(
            (0...groups).map { group in
                let (start, end) = (Int(offsets[2 * group]), Int(offsets[2 * group + 1]))
                // `\K` in a lookahead may put the end before the start.
                return start >= 0 && start <= end ? start..<end : nil
            })
    }

    private static func message(of error: Int32) -> String {
        var message = [UInt8](repeating: 0, count: 256)
        pcre2_get_error_message_8(error, &message, message.count)
        return String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
    }
}
