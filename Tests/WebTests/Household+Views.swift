import Foundation
import Synchronization

extension Household {
    /// Views that every library has.
    static let views = [
        "/", "/albums", "/artists", "/album-artists", "/composers", "/genres", "/songs",
        "/search?q=l", "/playing", "/queue", "/playlists", "/favorites", "/folders", "/videos",
        "/podcasts", "/audiobooks", "/history", "/statistics", "/library", "/settings", "/pick",
    ]

    /// A link of a view.
    struct Link: Hashable {
        /// The id of the page's part that contains it.
        var part: String
        var path: String
    }

    /// The paths of all views that can be reached by links, beginning with ``views``. The first call visits them all.
    func paths(_ browser: Browser) async throws -> [String] {
        let paths = knownPaths.withLock { $0 }
        if !paths.isEmpty { return paths }
        var known = Set(Self.views)
        var waiting = Self.views
        while let path = waiting.popLast() {
            try await show(path, browser)
            for link in try await links(browser)
            where !link.path.hasPrefix("/api/") && known.insert(link.path).inserted {
                waiting.append(link.path)
            }
        }
        return knownPaths.withLock { paths in
            paths = known.sorted()
            return paths
        }
    }

    /// ``views``, and one detail view of each kind.
    func kinds(_ browser: Browser) async throws -> [String] {
        var seen = Set<Substring>()
        return try await paths(browser).filter { path in
            Self.views.contains(path) || seen.insert(path.split(separator: "/")[0]).inserted
        }
    }

    /// Opens a view and waits until its content is shown.
    func show(_ path: String, _ browser: Browser) async throws {
        try await browser.open(url + path)
        try await browser.wait(for: Self.isShown)
    }

    /// The visible links in document order. Sets their index as `data-place`.
    func links(_ browser: Browser) async throws -> [Link] {
        let found = try await browser.run(
            """
            const seen = [...document.querySelectorAll("#app a[href]:not(.skip)")].filter((link) => link.checkVisibility());
            return seen.map((link, place) => {
              link.dataset.place = place;
              return [link.closest("[id]").id, link.href.slice(location.origin.length)];
            });
            """)
        return (found as? [[String]] ?? []).map { Link(part: $0[0], path: $0[1]) }
    }
}
