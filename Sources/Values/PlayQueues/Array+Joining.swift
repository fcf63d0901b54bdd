extension Array where Element: Identifiable {
    /// The elements, with some of others, each after the one that is before it there.
    ///
    /// - Parameter kept: Which of the others.
    func joined(with others: [Element], keeping kept: Set<Element.ID>) -> [Element] {
        let own = Set(map(\.id))
        var (following, last): ([Element.ID?: [Element]], Element.ID?) = ([:], nil)
        for element in others {
            if kept.contains(element.id) {
                following[last, default: []].append(element)
            } else if own.contains(element.id) {
                last = element.id
            }
        }
        return (following[nil] ?? []) + flatMap { [$0] + (following[$0.id] ?? []) }
    }
}
