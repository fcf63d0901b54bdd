internal import CPhonolithFFmpeg
internal import Glibc
internal import Synchronization

/// How servers prove who they are: by a certificate that an authority of this system has signed.
package enum NetworkSecurity {
    private static let verifies = Atomic<Bool>(true)

    /// Whether certificates of `https` servers are verified; for the whole process.
    package static var verifiesCertificates: Bool {
        get { verifies.load(ordering: .relaxed) }
        set { verifies.store(newValue, ordering: .relaxed) }
    }

    /// FFmpeg's options; its own default is to verify nothing (`tls_verify`).
    static var options: [(String, String)] {
        guard verifiesCertificates else { return [("tls_verify", "0")] }
        let file = authorities.map { [("ca_file", $0)] } ?? []
        return [("tls_verify", "1")] + file
    }

    /// The certificates of the authorities that this system trusts; `nil` if they are elsewhere, and the
    /// TLS library has to know.
    private static var authorities: String? {
        // As OpenSSL and curl have it; set by those who add an authority of their own.
        if let file = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !file.isEmpty {
            return file
        }
        return places.first { access($0, R_OK) == 0 }
    }

    /// Debian and Arch; Fedora; SUSE; Alpine.
    private static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Lets the pieces of a stream be fetched by the same rules as its list: FFmpeg's HLS demuxer passes only
    /// some options on to them.
    static func secure(_ context: UnsafeMutablePointer<AVFormatContext>) {
        context.pointee.io_open = { context, source, address, flags, options in
            for (key, value) in NetworkSecurity.options { av_dict_set(options, key, value, 0) }
            let result =
                NetworkSecurity.usualOpen?(context, source, address, flags, options)
                ?? phonolith_averror(ENOSYS)
            StreamParts.noteOpening(result >= 0, by: context)
            return result
        }
    }

    /// FFmpeg's own function for opening pieces.
    private static let usualOpen = {
        let context = avformat_alloc_context()
        defer { avformat_free_context(context) }
        return context?.pointee.io_open
    }()
}
