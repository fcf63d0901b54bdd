import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

extension Catalog {
    /// The token of the page of a query's list that ends with an item; `nil` if it is the last.
    func token(after item: MediaItemID, in query: MediaQuery) throws -> PageToken? {
        var page = query
        (page.offset, page.after, page.limit) = (0, nil, nil)
        guard let place = try items.ids(matching: page).firstIndex(of: item) else { return nil }
        page.limit = place + 1
        return try items.forEach(matching: page) { _ in }
    }

    /// A page of items, and the token of the next.
    func page(of query: MediaQuery) throws -> (items: [MediaItem], token: PageToken?) {
        var items: [MediaItem] = []
        let token = try self.items.forEach(matching: query) { items.append($0) }
        return (items, token)
    }

    /// A page of collections, and the token of the next.
    func collectionPage(
        of query: MediaQuery
    ) throws -> (collections: [MediaItemCollection], token: PageToken?) {
        var collections: [MediaItemCollection] = []
        let token = try self.collections.forEach(of: query) { collections.append($0) }
        return (collections, token)
    }
}
