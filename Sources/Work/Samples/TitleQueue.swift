/// Which title belongs to which of the samples that wait.
struct TitleQueue {
    /// The title of the sample that was taken last.
    private(set) var current: String?
    private var titles: [(offset: Int, text: String?)] = []

    /// Names the title of the samples from one on that waits.
    mutating func append(_ text: String?, at offset: Int) {
        if text != (titles.isEmpty ? current : titles.last?.text) { titles.append((offset, text)) }
    }

    /// The number of samples taken.
    mutating func take(_ count: Int) {
        guard count > 0 else { return }
        while let first = titles.first, first.offset < count {
            current = first.text
            titles.removeFirst()
        }
        for index in titles.indices { titles[index].offset -= count }
    }

    // No samples wait.
    mutating func removeAll() { titles = [] }
}
