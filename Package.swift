// swift-tools-version: 6.2
import PackageDescription

// The layers, from the ground up, each a folder of Sources. A target may depend on targets of the layers above its own and,
// where docs/architecture.md has an arrow, sideways; never downwards. This manifest is the proof.

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
let nioHTTPCompression: Target.Dependency = .product(
    name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let asyncHTTPClient: Target.Dependency = .product(
    name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

/// A library of ours, in the folder of its layer.
func library(
    _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [],
    embedding folders: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
        exclude: folders, swiftSettings: strict,
        plugins: folders.isEmpty ? nil : [.plugin(name: "EmbedFiles")])
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)",
        swiftSettings: strict)
}

/// The headers of a library of the system.
func system(
    _ name: String, pkgConfig: String? = nil, packages: [String] = []
) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
        providers: packages.isEmpty ? nil : [.apt(packages)])
}

// MARK: - Plugins

let plugins: [Target] = [
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"]),
    .executableTarget(
        name: "embed-files", dependencies: ["CHash"], path: "Plugins/embed-files",
        swiftSettings: strict),
]

// MARK: - Values

let values: [Target] = [
    library("RegularExpressions", in: "Values", ["CPCRE2"]),
    library("MediaModel", in: "Values", ["CHash", "RegularExpressions"]),
    library("Files", in: "Values", ["MediaModel", systemPackage]),
    // How files, items and albums are recognised.
    library("Identity", in: "Values", ["MediaModel"]),
    library("JSONWriting", in: "Values", ["Identity", "MediaModel"]),
    // Items to play, and queues of them.
    library("PlayQueues", in: "Values", ["MediaModel"]),
]

// MARK: - C

let cTargets: [Target] = [
    system("CTagLib", pkgConfig: "taglib", packages: ["libtag1-dev"]),
    .target(name: "CTagReader", dependencies: ["CTagLib"], path: "Sources/C/CTagReader"),
    system(
        "CFFmpeg", pkgConfig: "libavformat",
        packages: [
            "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev",
            "libswresample-dev",
        ]),
    .target(name: "CHash", path: "Sources/C/CHash"),
    // Only the headers: the library is opened where a library is on a server.
    .target(name: "CPostgres", path: "Sources/C/CPostgres"),
    .target(name: "CSupervision", path: "Sources/C/CSupervision"),
    // V4L2, and FFmpeg's input devices, whose library brings half a desktop.
    .target(
        name: "CVideoDevices", dependencies: ["CFFmpeg"], path: "Sources/C/CVideoDevices",
        linkerSettings: [.linkedLibrary("avdevice")]),
    system("CMalloc"),
    system("CZlib", pkgConfig: "zlib", packages: ["zlib1g-dev"]),
    system("CPCRE2", pkgConfig: "libpcre2-8", packages: ["libpcre2-dev"]),
    system("CSQLite", packages: ["libsqlite3-dev"]),
    system("CLoudness", pkgConfig: "libebur128", packages: ["libebur128-dev"]),
    .target(
        name: "CSoundTouch", path: "Sources/C/CSoundTouch",
        linkerSettings: [.linkedLibrary("SoundTouch")]),
    // Without pkg-config, whose file for PulseAudio has a flag that SwiftPM refuses with a warning.
    system("CPulse", packages: ["libpulse-dev"]),
    // The same is true of SDL's.
    system("CSDL", packages: ["libsdl2-dev"]),
    system("CAss", packages: ["libass-dev"]),
    system("CSystemd", pkgConfig: "libsystemd", packages: ["libsystemd-dev"]),
]

// MARK: - Formats

let formats: [Target] = [
    library("Libav", in: "Formats", ["CFFmpeg", "Files", "MediaModel"]),
    library(
        "TagReading", in: "Formats", ["CTagReader", "Libav", "MediaModel", "RegularExpressions"]),
    library("Playlists", in: "Formats", ["MediaModel"]),
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "Migrations", path: "migrations",
        exclude: ["sqlite", "postgres"], swiftSettings: strict,
        plugins: [.plugin(name: "EmbedFiles")]),
    // The only target that links GRDB and SQLite, and that knows libpq.
    library("Database", in: "Store", ["CPostgres", "CSQLite", grdb, grdbSQLite]),
    library(
        "LibraryStore", in: "Store",
        ["Database", "Files", "Identity", "MediaModel", "Migrations", systemPackage]),
    library(
        "LibraryQueries", in: "Store",
        ["Database", "LibraryStore", "MediaModel", "RegularExpressions"]),
    library(
        "LibraryUsers", in: "Store",
        [
            "Database", "LibraryStore", "LibraryQueries", "Files", "Identity", "MediaModel",
            "PlayQueues", "Playlists",
        ]),
    library(
        "LibraryScanning", in: "Store",
        [
            "Database", "LibraryStore", "LibraryQueries", "LibraryUsers", "Files", "Identity",
            "MediaModel",
            systemPackage,
        ]),
    // All of them in one import, for the rest of the project.
    library(
        "Catalog", in: "Store",
        [
            "LibraryStore", "LibraryQueries", "LibraryUsers", "LibraryScanning", "Files",
            "MediaModel",
        ]),
]

// MARK: - Work

let work: [Target] = [
    library(
        "Scanning", in: "Work",
        ["Files", "Identity", "MediaModel", "TagReading", "Playlists", "Catalog"]),
    library(
        "PlaylistFiles", in: "Work",
        ["Files", "JSONWriting", "MediaModel", "Playlists", "Catalog", systemPackage]),
    library("Importing", in: "Work", ["Database", "Files", "MediaModel", "Playlists", "Catalog"]),
    library("Thumbnails", in: "Work", ["Files", "MediaModel", "Libav", "TagReading"]),
    library("Worker", in: "Work", ["CSupervision", "Files", "MediaModel", systemPackage]),
    // Access to the sound server.
    library(
        "AudioDevices", in: "Work", ["CPulse", "Files", "Libav", "MediaModel", systemPackage]),
    // The relation of a program to the sound server and to other players.
    library("AudioSessions", in: "Work", ["AudioDevices", "Files", "SessionBus"]),
    // Processing of samples, without anything else.
    library("AudioEffects", in: "Work", ["CLoudness", "CSoundTouch"]),
    // The session's D-Bus.
    library("SessionBus", in: "Work", ["CSystemd"]),
    // The samples of an item, without a player.
    library(
        "SoundReading", in: "Work",
        ["AudioDevices", "AudioEffects", "Libav", "MediaModel", "PlayQueues"]),
    // How programs that play a user's queue, and those that change it, find each other.
    library(
        "QueueSharing", in: "Work",
        ["Catalog", "Files", "MediaModel", "PlayQueues", systemPackage]),
    library(
        "Playback", in: "Work",
        [
            "AudioDevices", "AudioEffects", "AudioSessions", "Files", "MediaModel", "Libav",
            "Catalog", "PlayQueues", "QueueSharing", "SessionBus", "SoundReading", systemPackage,
        ]),
    // Writes what servers send for what is played.
    library(
        "StreamSaving", in: "Work",
        [
            "Files", "Libav", "MediaModel", "PlayQueues", "PlaylistFiles", "SoundReading",
            systemPackage,
        ]),
    library(
        "Recording", in: "Work",
        ["AudioDevices", "AudioSessions", "Files", "Libav", "MediaModel", systemPackage]),
    // Pictures for views, whatever they come from.
    library("VideoOutputs", in: "Work", ["Libav", "MediaModel"]),
    // Only this knows cameras, and FFmpeg's input devices.
    library(
        "Capture", in: "Work",
        [
            "AudioDevices", "CVideoDevices", "Files", "Libav", "MediaModel", "Recording",
            "VideoOutputs", systemPackage,
        ]),
    library(
        "VideoPlayback", in: "Work",
        ["AudioDevices", "Files", "Libav", "MediaModel", "Playback", "Thumbnails", "VideoOutputs"]),
    library("Streaming", in: "Work", ["Files", "MediaModel", "Worker", systemPackage]),
    library(
        "Transcoding", in: "Work",
        [
            "AudioDevices", "AudioEffects", "Libav", "MediaModel", "PlayQueues", "SoundReading",
            "Streaming",
            "Thumbnails", "Worker",
        ]),
    // Draws text; only phonolith-view links it.
    library("Subtitles", in: "Work", ["CAss", "Files", "Libav", "MediaModel", "Streaming"]),
    // Links what fetches over HTTP; only the server does.
    library(
        "Podcasts", in: "Work",
        [
            "Catalog", "Files", "MediaModel", "Playlists", "Worker", asyncHTTPClient, logging,
            nioCore, nioHTTP1, nioHTTPCompression, nioSSL, systemPackage,
        ]),
]

// MARK: - Faces

let faces: [Target] = [
    // The library that other programs import.
    library(
        "MediaLibrary", in: "Faces",
        ["Catalog", "MediaModel", "PlaylistFiles", "Playlists", "Scanning", "Thumbnails"]),
    library(
        "CommandLineInterface", in: "Faces",
        [
            "Files", "JSONWriting", "MediaModel", "Playlists", "Catalog", "PlaylistFiles",
            "Importing", "Worker", argumentParser,
        ]),
    // The commands of phonolith-media, which phonolith-view has, too.
    library(
        "MediaCommandLine", in: "Faces",
        [
            "AudioDevices", "Worker", "Files", "JSONWriting", "MediaModel", "QueueSharing",
            "TagReading",
            "Playlists",
            "Catalog", "Scanning", "PlaylistFiles", "Thumbnails", "Transcoding", "Playback",
            "Recording", "Libav", "Streaming", "StreamSaving", "CommandLineInterface",
            argumentParser, systemPackage,
        ]),
    library("WebPage", in: "Faces", embedding: ["page"]),
    library(
        "Serving", in: "Faces",
        [
            "CZlib", "Catalog", "Files", "MediaModel", "PlayQueues", "QueueSharing", "Streaming",
            "Worker", httpTypes, hummingbird, logging, nioCore,
        ]),
    // Alone encrypts and hashes.
    library(
        "Access", in: "Faces",
        [
            "Catalog", "Files", "MediaModel", "Serving", "Worker", crypto, cryptoExtras, httpTypes,
            logging,
        ]),
    library(
        "NativeAPI", in: "Faces",
        [
            "Access", "Catalog", "Files", "JSONWriting", "MediaModel", "PlayQueues",
            "PlaylistFiles", "Playlists",
            "Podcasts", "Serving", "Streaming", "Worker", httpTypes, hummingbird, logging, nioCore,
            nioHTTP1, serviceLifecycle,
        ]),
    library(
        "OpenSubsonic", in: "Faces",
        [
            "Access", "Catalog", "Files", "JSONWriting", "MediaModel", "PlayQueues", "Podcasts",
            "Serving",
            "Streaming", "Worker", httpTypes, hummingbird, logging, nioCore, nioHTTP1,
        ]),
    library(
        "Server", in: "Faces",
        [
            "Access", "CMalloc", "CZlib", "Catalog", "Files", "MediaModel", "NativeAPI",
            "OpenSubsonic",
            "Podcasts", "Serving", "Streaming", "WebPage", "Worker", httpTypes, hummingbird,
            hummingbirdCore, hummingbirdTLS, logging, nioCore, nioHTTP1, nioHTTPTypes,
            nioHTTPTypesHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals,
        ]),
]

// MARK: - Programs

let programs: [Target] = [
    // Links no FFmpeg, no TagLib and no sound server, whose libraries take longer to load than most answers take.
    program("phonolith", ["CommandLineInterface", argumentParser]),
    program("phonolith-media", ["CommandLineInterface", "MediaCommandLine"]),
    // Alone links what opens windows and cameras.
    program(
        "phonolith-view",
        [
            "CSDL", "Capture", "CommandLineInterface", "Files", "JSONWriting", "Libav",
            "MediaCommandLine", "MediaModel", "Playback", "Subtitles", "Thumbnails",
            "VideoOutputs", "VideoPlayback", argumentParser,
        ]),
    // Alone links what speaks HTTP and what hashes passwords.
    program(
        "phonolith-server",
        [
            "Access", "Catalog", "CommandLineInterface", "Files", "MediaModel", "Podcasts",
            "Server",
            "Serving", "Worker", argumentParser, logging,
        ]),
    .executableTarget(
        name: "ask-library", dependencies: ["MediaLibrary"], path: "Examples/ask-library",
        swiftSettings: strict),
    .executableTarget(
        name: "play-album", dependencies: ["MediaLibrary", "Playback"],
        path: "Examples/play-album", swiftSettings: strict),
    .executableTarget(
        name: "make-thumbnails", dependencies: ["MediaModel", "Thumbnails"],
        path: "Examples/make-thumbnails", swiftSettings: strict),
    .executableTarget(
        name: "take-film", dependencies: ["Capture", "MediaModel"], path: "Examples/take-film",
        swiftSettings: strict),
    .executableTarget(
        name: "share-output", dependencies: ["MediaModel", "Playback"],
        path: "Examples/share-output", swiftSettings: strict),
    .executableTarget(
        name: "record-and-play", dependencies: ["MediaModel", "Playback", "Recording"],
        path: "Examples/record-and-play", swiftSettings: strict),
]

// MARK: - Tests

let tests: [Target] = [
    .target(
        name: "Fixtures", dependencies: ["MediaModel"], path: "fixtures", exclude: ["make"],
        resources: [.copy("media")], swiftSettings: strict),
    .target(name: "CPrograms", path: "Tests/CPrograms"),
    .target(
        name: "TestSupport", dependencies: ["CPrograms"], path: "Tests/TestSupport",
        swiftSettings: strict),
    .target(
        name: "CatalogTestSupport", dependencies: ["Catalog", "Database", "MediaModel"],
        path: "Tests/CatalogTestSupport", swiftSettings: strict),
    .target(
        name: "MediaModelTestSupport", dependencies: ["MediaModel"],
        path: "Tests/MediaModelTestSupport", swiftSettings: strict),
    .testTarget(
        name: "MediaModelTests", dependencies: ["Identity", "MediaModel", "MediaModelTestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "FilesTests", dependencies: ["Files", "MediaModel", systemPackage],
        swiftSettings: strict),
    .testTarget(
        name: "PlaylistsTests", dependencies: ["Playlists", "MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "PlaylistFilesTests",
        dependencies: [
            "PlaylistFiles", "Playlists", "Catalog", "CatalogTestSupport", "MediaModel",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "DatabaseTests", dependencies: ["Database"], swiftSettings: strict),
    .testTarget(
        name: "ImportingTests",
        dependencies: [
            "Importing", "Playlists", "Catalog", "MediaModel", "TestSupport", grdb,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "FixturesTests", dependencies: ["Fixtures", "MediaModel", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "TagReadingTests",
        dependencies: ["TagReading", "Libav", "MediaModel", "Fixtures", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "ThumbnailsTests",
        dependencies: ["Thumbnails", "Libav", "MediaModel", "Fixtures", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "CatalogTests",
        dependencies: [
            "Catalog", "CatalogTestSupport", "Playlists", "Migrations", "Identity", "MediaModel",
            "MediaModelTestSupport", "PlayQueues", "QueueSharing", "Fixtures", "TestSupport", grdb,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "ScanningTests",
        dependencies: [
            "Scanning", "TagReading", "Playlists", "Catalog", "CatalogTestSupport",
            "LibraryScanning", "Files", "MediaModel", "PlayQueues", "Fixtures", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "PlaybackTests",
        dependencies: [
            "AudioDevices", "Playback", "QueueSharing", "Libav", "Scanning", "Catalog", "Database",
            "Files", "MediaModel", "Fixtures", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "AudioSessionsTests",
        dependencies: [
            "AudioDevices", "AudioSessions", "Playback", "Recording", "MediaModel", "SessionBus",
            "Fixtures", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "AudioEffectsTests", dependencies: ["AudioEffects"], swiftSettings: strict),
    .testTarget(
        name: "StreamSavingTests",
        dependencies: [
            "StreamSaving", "Playback", "Files", "Libav", "MediaModel", "Fixtures", "TestSupport",
            systemPackage,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "RecordingTests",
        dependencies: [
            "AudioDevices", "Recording", "Playback", "Libav", "MediaModel", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "CaptureTests",
        dependencies: [
            "AudioDevices", "Capture", "Libav", "MediaModel", "Recording", "TestSupport",
            "VideoOutputs",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "ViewTests",
        dependencies: [
            "phonolith", "phonolith-media", "phonolith-view", "AudioDevices", "Libav",
            "MediaCommandLine",
            "MediaModel", "Playback", "Subtitles", "TestSupport", "Thumbnails", "VideoOutputs",
            "VideoPlayback",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "fake-worker", dependencies: ["Worker", "MediaModel"], path: "Tests/fake-worker",
        swiftSettings: strict),
    .executableTarget(name: "process-holder", path: "Tests/process-holder"),
    .testTarget(
        name: "WorkerTests",
        dependencies: [
            "Files", "Worker", "fake-worker", "process-holder", "MediaModel", "TestSupport",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "StreamingTests",
        dependencies: [
            "Streaming", "phonolith-media", "Worker", "Files", "MediaModel",
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
            "Access", "NativeAPI", "OpenSubsonic", "Server", "Serving", "phonolith-server",
            "phonolith", "phonolith-media", "Catalog", "CatalogTestSupport", "Files", "PlayQueues",
            "QueueSharing", "Scanning",
            "MediaModel", "Fixtures", "Podcasts", "TestSupport", "Worker", crypto, grdb, httpTypes,
            hummingbird,
            hummingbirdTesting, hummingbirdTLS, logging, nioCore, nioSSL, serviceLifecycle,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "WebTests",
        dependencies: ["Access", "WebPage", "phonolith", "phonolith-server", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "phonolithTests",
        dependencies: [
            "phonolith", "phonolith-media", "phonolith-server", "phonolith-view",
            "process-holder",
            "ask-library", "play-album", "make-thumbnails", "record-and-play",
            "share-output", "take-film",
            "CommandLineInterface", "MediaCommandLine",
            "Catalog", "JSONWriting", "Libav", "Playback",
            "Scanning", "Worker", "Files", "MediaModel", "Fixtures", "TestSupport", grdb,
        ],
        swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    products: [
        .library(name: "MediaLibrary", targets: ["MediaLibrary"]),
        .library(name: "MediaThumbnails", targets: ["MediaModel", "Thumbnails"]),
        .library(
            name: "MediaPlayback",
            targets: [
                "AudioDevices", "AudioEffects", "AudioSessions", "MediaModel", "Playback",
                "Thumbnails", "VideoOutputs", "VideoPlayback",
            ]),
        .library(
            name: "MediaRecording",
            targets: ["AudioDevices", "AudioSessions", "MediaModel", "Recording"]),
        .library(
            name: "MediaCapture",
            targets: ["AudioDevices", "Capture", "MediaModel", "VideoOutputs"]),
        .executable(name: "phonolith", targets: ["phonolith"]),
        .executable(name: "phonolith-media", targets: ["phonolith-media"]),
        .executable(name: "phonolith-view", targets: ["phonolith-view"]),
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
    targets: plugins + values + cTargets + formats + store + work + faces + programs + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The layout of a module's values depends on those of all modules below, but a target is compiled anew only where one that it names
// has changed: each names all targets below it, except those below programs.
let named = Dictionary(
    uniqueKeysWithValues: package.targets.filter { $0.type == .regular }.map { target in
        (target.name, target.dependencies.compactMap(\.targetName))
    })
func below(_ names: [String]) -> Set<String> {
    var (found, rest) = (Set<String>(), names)
    while let name = rest.popLast() {
        if let further = named[name], found.insert(name).inserted { rest += further }
    }
    return found
}
for target in package.targets where target.type != .plugin && target.type != .system {
    let direct = target.dependencies.compactMap(\.targetName)
    target.dependencies += below(direct).subtracting(direct).sorted().map { .byName(name: $0) }
}

extension Target.Dependency {
    /// The name of a target of this package; `nil` for a product of another.
    var targetName: String? { if case .byNameItem(let name, _) = self { name } else { nil } }
}
