import PhonolithQueries
package import PhonolithUsers

extension FeedStore {
    /// Whether the user may see the podcasts of a service: whether their folder is open to it.
    ///
    /// - Parameter podcasts: `nil` for a service that keeps none.
    package func isOpen(_ podcasts: Subscriptions?) throws -> Bool {
        guard let podcasts else { return false }
        return try !catalog.roots.isClosed(podcasts.folder)
    }

    /// The podcasts of a service that the user sees.
    package func openFeeds(_ podcasts: Subscriptions?) throws -> [PodcastFeed] {
        try isOpen(podcasts) ? all() : []
    }
}
