// swift-tools-version: 6.2
import PackageDescription

// The layers, from the ground up. A target may depend on targets of a line above its own and, where an
// arrow stands in docs/architecture.md, sideways; never downwards. This manifest is the proof.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting: Target.Dependency = .product(
    name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioHTTPTypes: Target.Dependency = .product(
    name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let asyncHTTPClient: Target.Dependency = .product(
    name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

// MARK: - Values

let values: [Target] = [
    .target(name: "RegularExpressions", dependencies: ["CPCRE2"], swiftSettings: strict),
    .target(
        name: "MediaModel", dependencies: ["CHash", "RegularExpressions"], swiftSettings: strict),
    .target(name: "Blocking", swiftSettings: strict),
    .target(name: "Files", dependencies: ["MediaModel", system], swiftSettings: strict),
    .target(name: "JSONWriting", dependencies: ["MediaModel"], swiftSettings: strict),
]

// MARK: - C

let cTargets: [Target] = [
    .systemLibrary(
        name: "CTagLib", pkgConfig: "taglib",
        providers: [.apt(["libtag1-dev"])]),
    .target(name: "CTagReader", dependencies: ["CTagLib"]),
    .systemLibrary(
        name: "CFFmpeg", pkgConfig: "libavformat",
        providers: [
            .apt([
                "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev",
                "libswresample-dev",
            ])
        ]),
    .target(name: "CHash"),
    .target(name: "CSupervision"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CLoudness", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .target(name: "CSoundTouch", linkerSettings: [.linkedLibrary("SoundTouch")]),
    // Without pkg-config, whose file for PulseAudio has a flag that SwiftPM refuses with a warning.
    .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(
        name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
]

// MARK: - Wrappers

let wrappers: [Target] = [
    .target(
        name: "Libav", dependencies: ["Blocking", "CFFmpeg", "Files", "MediaModel"],
        swiftSettings: strict),
    .target(
        name: "TagReading", dependencies: ["CTagReader", "Libav", "MediaModel"],
        swiftSettings: strict),
]

// MARK: - Formats

let formats: [Target] = [
    .target(name: "Playlists", dependencies: ["MediaModel"], swiftSettings: strict)
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "Migrations", dependencies: ["MediaModel"], path: "migrations",
        resources: [.embedInCode("sql")],
        swiftSettings: strict),
    .target(
        name: "Catalog",
        dependencies: [
            "Blocking", "CSQLite", "Files", "MediaModel", "Playlists", "Migrations",
            "RegularExpressions", grdb, grdbSQLite, system,
        ],
        swiftSettings: strict),
]

// MARK: - Work

let work: [Target] = [
    .target(
        name: "Scanning",
        dependencies: ["Blocking", "Files", "MediaModel", "TagReading", "Playlists", "Catalog"],
        swiftSettings: strict),
    .target(
        name: "PlaylistFiles",
        dependencies: [
            "Files", "JSONWriting", "MediaModel", "Playlists", "Catalog", system,
        ],
        swiftSettings: strict),
    .target(
        name: "Importing",
        dependencies: ["Files", "MediaModel", "Playlists", "Catalog", grdb],
        swiftSettings: strict),
    .target(
        name: "Thumbnails",
        dependencies: ["Blocking", "Files", "MediaModel", "Libav", "TagReading"],
        swiftSettings: strict),
    .target(
        name: "Worker",
        dependencies: ["Blocking", "CSupervision", "Files", "MediaModel", system],
        swiftSettings: strict),
    .target(
        name: "Playback",
        dependencies: [
            "Blocking", "Files", "MediaModel", "Libav", "Catalog", "CLoudness", "CPulse",
            "CSoundTouch", "CSystemd", system,
        ],
        swiftSettings: strict),
    .target(
        name: "Streaming",
        dependencies: ["Blocking", "Files", "MediaModel", "Worker", system],
        swiftSettings: strict),
    // Links what fetches over HTTP; only the server does.
    .target(
        name: "Podcasts",
        dependencies: [
            "Blocking", "Catalog", "Files", "MediaModel", "Playlists", asyncHTTPClient, logging,
            nioCore, nioHTTP1, nioSSL, system,
        ],
        swiftSettings: strict),
]

// MARK: - Faces

// The web page is a target of its own: its files are a long literal, compiled again only when one of them changes.

let faces: [Target] = [
    .target(
        name: "WebPage", dependencies: ["MediaModel"], path: "Sources/WebPage",
        resources: [.embedInCode("page")], swiftSettings: strict),
    .target(
        name: "CommandLineInterface",
        dependencies: [
            "Blocking", "Files", "JSONWriting", "MediaModel", "Playlists", "Catalog",
            "PlaylistFiles", "Importing", "Worker", argumentParser,
        ],
        swiftSettings: strict),
    // Links no FFmpeg, no TagLib and no sound server, whose libraries take longer to load than most answers take.
    .executableTarget(
        name: "phonolith", dependencies: ["CommandLineInterface", argumentParser],
        swiftSettings: strict),
    .executableTarget(
        name: "phonolith-media",
        dependencies: [
            "Blocking", "Worker", "Files", "JSONWriting", "MediaModel", "TagReading", "Playlists",
            "Catalog", "Scanning", "PlaylistFiles", "Thumbnails", "Playback", "Libav", "Streaming",
            "CommandLineInterface", argumentParser, system,
        ],
        swiftSettings: strict),
    .target(
        name: "Server",
        dependencies: [
            "Blocking", "CMalloc", "Catalog", "Files", "JSONWriting", "MediaModel",
            "PlaylistFiles", "Playlists", "Podcasts", "Streaming", "WebPage", "Worker", crypto,
            cryptoExtras,
            httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, logging, nioCore, nioHTTP1,
            nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals,
        ],
        swiftSettings: strict),
    // Alone links what speaks HTTP and what hashes passwords.
    .executableTarget(
        name: "phonolith-server",
        dependencies: [
            "Catalog", "CommandLineInterface", "MediaModel", "Podcasts", "Server", "Worker",
            argumentParser, logging,
        ],
        swiftSettings: strict),
]

// MARK: - Libraries

// What other programs import, and three small ones that do.

let libraries: [Target] = [
    .target(
        name: "MediaLibrary",
        dependencies: [
            "Catalog", "MediaModel", "PlaylistFiles", "Playlists", "Scanning", "Thumbnails",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "ask-library", dependencies: ["MediaLibrary"], path: "Examples/ask-library",
        swiftSettings: strict),
    .executableTarget(
        name: "play-album", dependencies: ["MediaLibrary", "Playback"],
        path: "Examples/play-album", swiftSettings: strict),
    .executableTarget(
        name: "make-thumbnails", dependencies: ["MediaModel", "Thumbnails"],
        path: "Examples/make-thumbnails", swiftSettings: strict),
]

// MARK: - Tests

let tests: [Target] = [
    .target(
        name: "Fixtures", dependencies: ["MediaModel"], path: "fixtures", exclude: ["make"],
        resources: [.copy("media")], swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .target(
        name: "MediaModelTestSupport", dependencies: ["MediaModel"],
        path: "Tests/MediaModelTestSupport", swiftSettings: strict),
    .testTarget(
        name: "MediaModelTests", dependencies: ["MediaModel", "MediaModelTestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "FilesTests", dependencies: ["Files", "MediaModel", system], swiftSettings: strict),
    .testTarget(
        name: "PlaylistsTests", dependencies: ["Playlists", "MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "PlaylistFilesTests",
        dependencies: ["PlaylistFiles", "Playlists", "Catalog", "MediaModel"],
        swiftSettings: strict),
    .testTarget(
        name: "ImportingTests",
        dependencies: ["Importing", "Playlists", "Catalog", "MediaModel", grdb],
        swiftSettings: strict),
    .testTarget(
        name: "FixturesTests", dependencies: ["Fixtures", "MediaModel", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "TagReadingTests", dependencies: ["TagReading", "Libav", "MediaModel", "Fixtures"],
        swiftSettings: strict),
    .testTarget(
        name: "ThumbnailsTests",
        dependencies: ["Thumbnails", "Libav", "MediaModel", "Fixtures", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "CatalogTests",
        dependencies: [
            "Catalog", "Playlists", "Migrations", "MediaModel", "MediaModelTestSupport", "Fixtures",
            grdb,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "ScanningTests",
        dependencies: [
            "Scanning", "TagReading", "Playlists", "Catalog", "Files", "MediaModel", "Fixtures",
            "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "PlaybackTests",
        dependencies: [
            "Playback", "Libav", "Scanning", "Catalog", "MediaModel", "Fixtures", "TestSupport",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "fake-worker", dependencies: ["Worker", "MediaModel"], path: "Tests/fake-worker",
        swiftSettings: strict),
    .executableTarget(name: "process-holder", path: "Tests/process-holder"),
    .testTarget(
        name: "WorkerTests",
        dependencies: [
            "Blocking", "Worker", "fake-worker", "process-holder", "MediaModel", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "StreamingTests",
        dependencies: [
            "Streaming", "phonolith-media", "Worker", "Blocking", "Files", "MediaModel",
            "Playback", "Libav", "Fixtures", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "PodcastsTests",
        dependencies: ["Podcasts", "Catalog", "MediaModel"],
        swiftSettings: strict),
    .testTarget(
        name: "ServerTests",
        dependencies: [
            "Server", "phonolith-server", "phonolith", "phonolith-media", "Catalog", "Scanning",
            "MediaModel", "Fixtures", "Podcasts", "TestSupport", "Worker", crypto, grdb, httpTypes,
            hummingbird, hummingbirdTesting, hummingbirdTLS, logging, nioCore, nioSSL,
            serviceLifecycle,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "WebTests",
        dependencies: ["WebPage", "phonolith", "phonolith-server", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "phonolithTests",
        dependencies: [
            "phonolith", "phonolith-media", "phonolith-server", "process-holder",
            "ask-library", "play-album", "make-thumbnails",
            "CommandLineInterface",
            "JSONWriting", "Playback",
            "Scanning", "Worker", "Files", "MediaModel", "Fixtures", "TestSupport", grdb,
        ],
        swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    products: [
        .library(name: "MediaLibrary", targets: ["MediaLibrary"]),
        .library(name: "MediaThumbnails", targets: ["MediaModel", "Thumbnails"]),
        .library(name: "MediaPlayback", targets: ["MediaModel", "Playback"]),
        .executable(name: "phonolith", targets: ["phonolith"]),
        .executable(name: "phonolith-media", targets: ["phonolith-media"]),
        .executable(name: "phonolith-server", targets: ["phonolith-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: values + cTargets + wrappers + formats + store + work + faces + libraries + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
