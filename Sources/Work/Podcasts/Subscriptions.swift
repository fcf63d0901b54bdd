import FoundationEssentials
import Glibc
package import Logging
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithScans
package import PhonolithStore
package import PhonolithUsers
import PhonolithWorker
import SystemPackage

/// The feeds of a library while the service runs: looks at them at intervals, and downloads their episodes. A feed that
/// fails keeps its reason, and nothing else happens.
package actor Subscriptions {
    package struct Options: Sendable {
        /// Where episodes go; a root of the library.
        package var folder: MediaPath
        /// How often all feeds are asked.
        package var interval = Duration.seconds(6 * 3600)
        package var fetching = WebFetcher.Options()
        /// How many feeds there may be.
        package var mostFeeds = 1000
        /// Of a feed, in bytes.
        package var feedLimit = 32 << 20
        /// Of an episode's file, in bytes.
        package var episodeLimit = 4 << 30
        /// How long a feed may take.
        package var feedTime = Duration.seconds(120)
        /// How long an episode's file may take.
        package var episodeTime = Duration.seconds(6 * 3600)

        package init(folder: MediaPath) { self.folder = folder }
    }

    /// The folder of the episodes.
    package nonisolated let folder: MediaPath
    private let options: Options
    private let catalog: Catalog
    private let fetcher: WebFetcher
    private let threads = BlockingThreads(name: "podcasts", count: 6)
    private let logger: Logger
    private let scan: @Sendable () async -> Void

    private let lookTurns = JobSlots(mostLooks)
    private var looks: [PersistentID<PodcastFeed>: Task<Void, Never>] = [:]
    private var downloads: [PersistentID<FeedEpisode>: Task<Void, Never>] = [:]
    /// Episodes whose turn has not come.
    private var waiting: [PersistentID<FeedEpisode>] = []
    /// Episodes whose download failed for a reason that may pass.
    private var failed: Set<PersistentID<FeedEpisode>> = []
    /// Scans the folder until nothing in it has changed since.
    private var scanning: Task<Void, Never>?
    private var hasUnscanned = false
    private var isEnded = false

    /// How many feeds are asked at once, and how many files are downloaded at once.
    private static let (mostLooks, mostDownloads) = (4, 2)

    /// - Parameter scan: Scans the folder of the episodes, and returns when that is done.
    package init(
        _ catalog: Catalog, _ options: Options, logger: Logger,
        scan: @escaping @Sendable () async -> Void
    ) {
        self.catalog = catalog
        self.options = options
        self.logger = logger
        self.scan = scan
        folder = options.folder
        fetcher = WebFetcher(options.fetching, threads: threads)
    }

    /// Does what is to be done without being asked, until the task is cancelled.
    package func run() async {
        await trying("resume downloads") {
            for episode in try await perform({ try $0.feeds.episodesToDownload() }) {
                start(episode.id)
            }
        }
        while !Task.isCancelled {
            await trying("refresh podcasts") { try await refreshAll() }
            await trying("download again") {
                for id in failed.sorted() { _ = try await download(id) }
            }
            do { try await Task.sleep(for: options.interval) } catch { break }
        }
        end()
    }

    /// Ends what runs; downloads continue when the service begins again.
    package func end() {
        isEnded = true
        waiting = []
        for task in looks.values { task.cancel() }
        for task in downloads.values { task.cancel() }
        scanning?.cancel()
    }

    /// Begins to scan the folder, once for all that changes meanwhile. Nothing waits for it: the scan itself may wait for
    /// another, which takes hours.
    private func scanSoon() {
        hasUnscanned = true
        guard scanning == nil, !isEnded else { return }
        scanning = Task {
            while hasUnscanned, !Task.isCancelled {
                hasUnscanned = false
                await scan()
                await trying("link episodes") { try await perform { try $0.feeds.linkEpisodes() } }
            }
            scanning = nil
        }
    }

    // MARK: - Feeds

    /// Subscribes to a feed, and begins to read it.
    ///
    /// - Throws: ``FetchError/badAddress(_:)``, ``FetchError/tooManyFeeds(limit:)``.
    package func add(_ url: String) async throws -> PersistentID<PodcastFeed> {
        let address = try WebAddress(url).url.absoluteString
        let limit = options.mostFeeds
        let id = try await perform { catalog in
            try catalog.transaction {
                let known = try catalog.feeds.all()
                guard known.count < limit || known.contains(where: { $0.url == address }) else {
                    throw FetchError.tooManyFeeds(limit: limit)
                }
                return try catalog.feeds.add(address)
            }
        }
        refresh(id)
        return id
    }

    /// Begins to look at a feed; one that is being looked at already is left alone.
    package func refresh(_ id: PersistentID<PodcastFeed>) {
        guard looks[id] == nil, !isEnded else { return }
        looks[id] = Task {
            await look(at: id)
            looks[id] = nil
        }
    }

    package func refreshAll() async throws {
        let ids = try await perform { try $0.feeds.all().map(\.id) }
        for id in ids { refresh(id) }
        for id in ids { await looks[id]?.value }
        try await perform { try $0.feeds.linkEpisodes() }
    }

    /// Looks at a feed when it is its turn: each may be as large as the limit.
    private func look(at id: PersistentID<PodcastFeed>) async {
        await trying("note the state of a feed") {
            try await lookTurns.take(for: "")
            defer { lookTurns.giveBack(by: "") }
            guard let feed = try await perform({ try $0.feeds.feed(id) }) else { return }
            do {
                try await perform { try $0.feeds.noteLook(at: id) }
                try await read(feed)
            } catch {
                // The next start of the service looks again.
                if Task.isCancelled { return }
                logger.warning(
                    "cannot read feed",
                    metadata: [
                        "feed": "\(id)",
                        "reason": "\((error as? FetchError)?.detail ?? "\(error)")",
                    ])
                try await perform { try $0.feeds.noteFailure("\(error)", of: id) }
            }
        }
    }

    /// Asks for what has changed since the last look.
    private func read(_ feed: PodcastFeed) async throws {
        var headers: [(String, String)] = []
        if let tag = feed.validators.entityTag { headers.append(("If-None-Match", tag)) }
        if let date = feed.validators.lastModified { headers.append(("If-Modified-Since", date)) }
        let limit = options.feedLimit
        let found = try await fetcher.fetch(
            feed.url, headers: headers, within: options.feedTime, isDocument: true
        ) { answer -> Document? in
            if answer.status == 304 { return nil }
            guard answer.status == 200 else { throw FetchError.refused(status: answer.status) }
            var bytes: [UInt8] = []
            try await answer.read(upTo: limit) { bytes += $0 }
            return Document(
                bytes: bytes, url: answer.url, permanentURL: answer.permanentURL,
                validators: PodcastFeed.Validators(
                    entityTag: answer.header("etag"), lastModified: answer.header("last-modified")))
        }
        try await perform { catalog in
            guard let found else { return try catalog.feeds.noteUnchanged(feed.id) }
            let parsed = try FeedParser.parse(found.bytes, from: found.url)
            try catalog.feeds.store(parsed, found.validators, of: feed.id)
            if found.permanentURL != feed.url {
                try catalog.feeds.move(feed.id, to: found.permanentURL)
            }
        }
    }

    /// A feed as a server sent it.
    private struct Document {
        var bytes: [UInt8]
        var url: String
        /// Where it is from now on.
        var permanentURL: String
        var validators: PodcastFeed.Validators
    }

    /// Unsubscribes from a feed, and deletes the files that were downloaded from it.
    package func delete(_ id: PersistentID<PodcastFeed>) async throws {
        looks[id]?.cancel()
        let episodes = try await perform { try $0.feeds.episodes(of: id) }
        for episode in episodes { await stop(episode.id) }
        try await perform { [folder] catalog in
            for episode in episodes { try Self.deleteFile(of: episode, in: folder) }
            try catalog.feeds.delete(id)
        }
        if episodes.contains(where: { $0.status == .completed }) { scanSoon() }
    }

    // MARK: - Episodes

    /// Begins to download an episode, or to continue with it.
    ///
    /// - Returns: Whether there is such an episode.
    package func download(_ id: PersistentID<FeedEpisode>) async throws -> Bool {
        guard let episode = try await perform({ try $0.feeds.episode(id) }) else { return false }
        // A file that is there needs none; where it has gone meanwhile, the download makes it again.
        if episode.status == .completed, let path = episode.path, path.status != nil { return true }
        try await perform { try $0.feeds.setStatus(.downloading, of: id) }
        start(id)
        return true
    }

    /// Deletes the file of an episode, which stays in the list.
    ///
    /// - Returns: Whether there is such an episode.
    package func deleteFile(of id: PersistentID<FeedEpisode>) async throws -> Bool {
        await stop(id)
        guard let episode = try await perform({ try $0.feeds.episode(id) }) else { return false }
        try await perform { [folder] catalog in
            try Self.deleteFile(of: episode, in: folder)
            try catalog.feeds.setStatus(.deleted, of: id)
        }
        if episode.status == .completed { scanSoon() }
        return true
    }

    private func start(_ id: PersistentID<FeedEpisode>) {
        guard downloads[id] == nil, !waiting.contains(id), !isEnded else { return }
        waiting.append(id)
        startNext()
    }

    private func startNext() {
        while downloads.count < Self.mostDownloads, !waiting.isEmpty, !isEnded {
            let id = waiting.removeFirst()
            downloads[id] = Task {
                await trying("note the state of a download") { try await fetchFile(of: id) }
                downloads[id] = nil
                startNext()
            }
        }
    }

    private func stop(_ id: PersistentID<FeedEpisode>) async {
        failed.remove(id)
        waiting.removeAll { $0 == id }
        guard let task = downloads[id] else { return }
        task.cancel()
        await task.value
    }

    private func fetchFile(of id: PersistentID<FeedEpisode>) async throws {
        let (found, title) = try await perform { catalog in
            let episode = try catalog.feeds.episode(id)
            return (episode, try episode.flatMap { try catalog.feeds.feed($0.feed) }?.title)
        }
        guard let episode = found else { return }
        let work = EpisodeDownload(
            catalog: catalog, fetcher: fetcher, threads: threads, folder: folder,
            sizeLimit: options.episodeLimit, timeLimit: options.episodeTime)
        failed.remove(id)
        do {
            try await work.run(episode, feedTitle: title)
            try await perform { try $0.feeds.setStatus(.completed, of: id) }
        } catch {
            // A download that the end of the service cut off is continued later.
            if Task.isCancelled { return }
            if (error as? FetchError)?.mayPass ?? (error is Errno) { failed.insert(id) }
            let reason = (error as? Errno).map(unwritable) ?? "\(error)"
            logger.warning(
                "cannot download episode",
                metadata: [
                    "episode": "\(id)", "reason": "\((error as? FetchError)?.detail ?? reason)",
                ])
            return try await perform { try $0.feeds.setStatus(.error, error: reason, of: id) }
        }
        scanSoon()
    }

    private func unwritable(_ error: Errno) -> String {
        "cannot write to \(folder): \(error)"
            + (error == .noSpace
                ? "; free some space; it is tried again with the next check of the feeds" : "")
    }

    // MARK: - Blocking work

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        try await threads.perform { [catalog] in try body(catalog) }
    }

    /// Does what can only fail with the catalogue itself.
    private func trying(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            return
        } catch {
            logger.error("cannot \(what)", metadata: ["error": "\(error)"])
        }
    }
}
