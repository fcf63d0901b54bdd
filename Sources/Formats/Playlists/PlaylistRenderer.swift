/// Writes a playlist entry by entry, so that it needs memory for one of them only.
package struct PlaylistRenderer: Sendable {
    private var form: any PlaylistForm
    private var count = 0

    /// Begins a file.
    ///
    /// - Parameter head: The list's own data; its entries do not count.
    /// - Precondition: The format is one of ``PlaylistFormat/writable``.
    package init(_ format: PlaylistFormat, head: PlaylistDocument) {
        form =
            switch format {
            case .m3u8: M3UForm(head, namesEncoding: false)
            case .m3u: M3UForm(head, namesEncoding: true)
            case .pls: PLSForm(head)
            case .xspf: XSPFForm(head)
            case .jspf: JSPFForm(head)
            case .cue, .asx, .wpl: preconditionFailure("\(format) is not written")
            }
    }

    package mutating func add(_ entry: PlaylistEntry) {
        form.add(entry, count)
        count += 1
    }

    package mutating func finish() { form.finish() }

    /// How many bytes wait to be taken.
    package var byteCount: Int { form.bytes.count }

    /// Hands out what was written since it did so last.
    package mutating func takeBytes() -> [UInt8] {
        let bytes = form.bytes
        form.bytes = []
        return bytes
    }

    /// Content that the format cannot store, so far.
    package var problems: [PlaylistProblem] { form.problems }
}

/// A format on its way into a file.
protocol PlaylistForm: Sendable {
    /// Bytes written and not taken yet.
    var bytes: [UInt8] { get set }
    /// Content that the format cannot store.
    var problems: [PlaylistProblem] { get }

    /// Adds an entry, whose place in the list counts from 0.
    mutating func add(_ entry: PlaylistEntry, _ index: Int)
    mutating func finish()
}
