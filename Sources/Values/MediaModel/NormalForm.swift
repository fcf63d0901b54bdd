internal import CPhonolithUTF8Proc
internal import Glibc

/// A normal form of Unicode (UAX 15), in which two spellings of the same letters are the same scalars.
enum NormalForm {
    /// Letters and their marks joined: NFC.
    case composed
    /// Letters before their marks: NFD.
    case decomposed
    /// Joined, and wide, narrow and joined forms of letters as the letters themselves: NFKC.
    case compatible

    fileprivate var options: utf8proc_option_t {
        let bits: UInt32 =
            switch self {
            case .composed: UTF8PROC_COMPOSE.rawValue
            case .decomposed: UTF8PROC_DECOMPOSE.rawValue
            case .compatible: UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
            }
        return utf8proc_option_t(UTF8PROC_STABLE.rawValue | bits)
    }
}

extension String {
    /// The text in a normal form. What is no letter of the library's Unicode stays as it is.
    func normalized(_ form: NormalForm) -> String {
        var text = self
        return text.withUTF8 { bytes in
            // ASCII is the same in all forms.
            guard bytes.contains(where: { $0 >= 0x80 }), let start = bytes.baseAddress else {
                return self
            }
            var made: UnsafeMutablePointer<UInt8>?
            let count = utf8proc_map(start, bytes.count, &made, form.options)
            defer { free(made) }
            // It fails where there is no memory.
            guard count >= 0, let made else { return self }
            return String(
                decoding: UnsafeBufferPointer(start: made, count: count), as: UTF8.self)
        }
    }
}
