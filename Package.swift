// swift-tools-version: 6.2
import PackageDescription

// The layers, from the ground up, each a folder of Sources. A target may depend on targets of the layers above its own and,
// where docs/architecture.md has an arrow, sideways; never downwards. Each declares what its files import: `make lint` compares the two.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

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

/// A library of ours, in the folder of its layer that has its name without the prefix.
///
/// - Parameter folders: Folders within it whose files are put into the module.
func library(
    _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [],
    embedding folders: [String] = [], excluding documents: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(folder(of: name))",
        exclude: folders + documents, swiftSettings: strict,
        plugins: folders.isEmpty ? nil : [.plugin(name: "PhonolithEmbedFiles")])
}

/// The short name of a target.
func folder(of name: String) -> String {
    let prefix = name.hasPrefix("C") ? "CPhonolith" : "Phonolith"
    return name == prefix ? name : String(name.dropFirst(prefix.count))
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
        name: name, path: "Sources/C/\(folder(of: name))", pkgConfig: pkgConfig,
        providers: packages.isEmpty ? nil : [.apt(packages)])
}

/// A library in C or C++.
func cLibrary(
    _ name: String, _ dependencies: [Target.Dependency] = [], linking library: String? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/C/\(folder(of: name))",
        linkerSettings: library.map { [.linkedLibrary($0)] })
}

func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "phonolith-\(name)", dependencies: dependencies, path: "Examples/\(name)",
        swiftSettings: strict)
}

/// The tests of a subject, in the folder of their name without the prefix.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(folder(of: name))",
        swiftSettings: strict)
}

// MARK: - Plugins

let plugins: [Target] = [
    .plugin(
        name: "PhonolithEmbedFiles", capability: .buildTool(),
        dependencies: ["phonolith-embed-files"], path: "Plugins/EmbedFiles"),
    .executableTarget(
        name: "phonolith-embed-files", dependencies: ["CPhonolithHash"],
        path: "Plugins/embed-files", swiftSettings: strict),
    .plugin(
        name: "PhonolithCheckImports",
        capability: .command(
            intent: .custom(
                verb: "check-imports",
                description: "Compares what targets import with what they declare.")),
        path: "Plugins/CheckImports"),
]

// MARK: - Values

let values: [Target] = [
    library("PhonolithPatterns", in: "Values", ["CPhonolithPCRE2"]),
    library(
        "PhonolithMediaModel", in: "Values",
        ["CPhonolithHash", "CPhonolithUTF8Proc", "PhonolithPatterns"]),
    library("PhonolithFiles", in: "Values", ["PhonolithMediaModel", systemPackage]),
    // How files, items and albums are recognised.
    library("PhonolithIdentity", in: "Values", ["PhonolithMediaModel"]),
    // Items to play, and queues of them.
    library("PhonolithPlayQueues", in: "Values", ["PhonolithMediaModel"]),
]

// MARK: - C

let cTargets: [Target] = [
    system("CPhonolithTagLib", pkgConfig: "taglib", packages: ["libtag1-dev"]),
    cLibrary("CPhonolithTagReader", ["CPhonolithTagLib", "CPhonolithZlib"]),
    system(
        "CPhonolithFFmpeg", pkgConfig: "libavformat",
        packages: [
            "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev",
            "libswresample-dev",
        ]),
    cLibrary("CPhonolithHash"),
    // Only the headers: the library is opened where a library is on a server.
    cLibrary("CPhonolithPostgres"),
    cLibrary("CPhonolithSupervision"),
    // V4L2, and FFmpeg's input devices, whose library brings half a desktop.
    cLibrary("CPhonolithVideoDevices", ["CPhonolithFFmpeg"], linking: "avdevice"),
    system("CPhonolithAllocator"),
    system("CPhonolithZlib", pkgConfig: "zlib", packages: ["zlib1g-dev"]),
    system("CPhonolithCrypto", pkgConfig: "libcrypto", packages: ["libssl-dev"]),
    system("CPhonolithUTF8Proc", packages: ["libutf8proc-dev"]),
    system("CPhonolithPCRE2", pkgConfig: "libpcre2-8", packages: ["libpcre2-dev"]),
    system("CPhonolithSQLite", packages: ["libsqlite3-dev"]),
    system("CPhonolithLoudness", pkgConfig: "libebur128", packages: ["libebur128-dev"]),
    cLibrary("CPhonolithSoundTouch", linking: "SoundTouch"),
    // Without pkg-config, whose file for PulseAudio has a flag that SwiftPM refuses with a warning.
    system("CPhonolithPulse", packages: ["libpulse-dev"]),
    // The same is true of SDL's.
    system("CPhonolithSDL", packages: ["libsdl2-dev"]),
    system("CPhonolithAss", packages: ["libass-dev"]),
    system("CPhonolithSystemd", pkgConfig: "libsystemd", packages: ["libsystemd-dev"]),
]

// MARK: - Formats

let formats: [Target] = [
    library(
        "PhonolithLibav", in: "Formats",
        ["CPhonolithFFmpeg", "PhonolithFiles", "PhonolithMediaModel"]),
    library(
        "PhonolithTagReading", in: "Formats",
        ["CPhonolithTagReader", "PhonolithLibav", "PhonolithMediaModel", "PhonolithPatterns"]),
    library("PhonolithPlaylists", in: "Formats", ["PhonolithMediaModel"]),
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "PhonolithMigrations", path: "migrations",
        exclude: ["tables", "sqlite", "postgres"], swiftSettings: strict,
        plugins: [.plugin(name: "PhonolithEmbedFiles")]),
    // The only target that links SQLite, and that knows libpq.
    library(
        "PhonolithDatabase", in: "Store",
        ["CPhonolithPostgres", "CPhonolithSQLite", "PhonolithFiles", "PhonolithMediaModel"]),
    // Schema and records, opening, and the visibility of items.
    library(
        "PhonolithStore", in: "Store",
        [
            "PhonolithDatabase", "PhonolithFiles", "PhonolithIdentity", "PhonolithMediaModel",
            "PhonolithMigrations", systemPackage,
        ]),
    library(
        "PhonolithQueries", in: "Store",
        ["PhonolithDatabase", "PhonolithMediaModel", "PhonolithPatterns", "PhonolithStore"]),
    library(
        "PhonolithUsers", in: "Store",
        [
            "PhonolithDatabase", "PhonolithFiles", "PhonolithIdentity", "PhonolithMediaModel",
            "PhonolithPlayQueues", "PhonolithPlaylists", "PhonolithQueries", "PhonolithStore",
            systemPackage,
        ]),
    library(
        "PhonolithScans", in: "Store",
        [
            "PhonolithDatabase", "PhonolithFiles", "PhonolithIdentity", "PhonolithMediaModel",
            "PhonolithQueries", "PhonolithStore", "PhonolithUsers", systemPackage,
        ]),
]

// MARK: - Work

let work: [Target] = [
    library(
        "PhonolithScanning", in: "Work",
        [
            "PhonolithFiles", "PhonolithIdentity", "PhonolithMediaModel", "PhonolithPlaylists",
            "PhonolithQueries", "PhonolithScans", "PhonolithStore", "PhonolithTagReading",
            "PhonolithUsers",
        ], excluding: ["README.md"]),
    library(
        "PhonolithImporting", in: "Work",
        [
            "PhonolithFiles", "PhonolithMediaModel", "PhonolithPlaylists", "PhonolithQueries",
            "PhonolithScans", "PhonolithStore", "PhonolithUsers", systemPackage,
        ]),
    library(
        "PhonolithThumbnails", in: "Work",
        ["PhonolithFiles", "PhonolithLibav", "PhonolithMediaModel", systemPackage]),
    library(
        "PhonolithWorker", in: "Work",
        ["CPhonolithSupervision", "PhonolithFiles", "PhonolithMediaModel", systemPackage]),
    // Devices, sessions and the bus: the only target that knows the sound server.
    library(
        "PhonolithSound", in: "Work",
        [
            "CPhonolithPulse", "CPhonolithSystemd", "PhonolithFiles", "PhonolithLibav",
            "PhonolithMediaModel", systemPackage,
        ]),
    // Processing of samples, without anything else.
    library(
        "PhonolithEffects", in: "Work",
        ["CPhonolithLoudness", "CPhonolithSoundTouch", "PhonolithMediaModel"]),
    // The samples of an item, without a player.
    library(
        "PhonolithSamples", in: "Work",
        [
            "PhonolithEffects", "PhonolithFiles", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayQueues", "PhonolithSound", systemPackage,
        ]),
    library(
        "PhonolithPlayback", in: "Work",
        [
            "PhonolithEffects", "PhonolithFiles", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayQueues", "PhonolithSamples", "PhonolithSound", systemPackage,
        ]),
    // Sound that comes in, and what servers send for what is played.
    library(
        "PhonolithRecording", in: "Work",
        [
            "PhonolithFiles", "PhonolithImporting", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayQueues", "PhonolithSamples", "PhonolithSound", systemPackage,
        ]),
    // Frames, outputs for them, and subtitles; draws text.
    library(
        "PhonolithFilms", in: "Work",
        [
            "CPhonolithAss", "PhonolithFiles", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayback", "PhonolithSound", "PhonolithStreaming", "PhonolithThumbnails",
        ]),
    // Only this knows cameras, and FFmpeg's input devices.
    library(
        "PhonolithCapture", in: "Work",
        [
            "CPhonolithVideoDevices", "PhonolithFiles", "PhonolithFilms", "PhonolithLibav",
            "PhonolithMediaModel", "PhonolithRecording", "PhonolithSound", systemPackage,
        ]),
    library(
        "PhonolithStreaming", in: "Work",
        ["PhonolithFiles", "PhonolithMediaModel", "PhonolithWorker", systemPackage]),
    // Links what fetches over HTTP; only the server does.
    library(
        "PhonolithPodcasts", in: "Work",
        [
            "PhonolithFiles", "PhonolithMediaModel", "PhonolithPlaylists", "PhonolithQueries",
            "PhonolithScans", "PhonolithStore", "PhonolithUsers", "PhonolithWorker",
            asyncHTTPClient, logging, nioCore, nioHTTP1, nioHTTPCompression, nioSSL, systemPackage,
        ]),
]

// MARK: - Faces

let faces: [Target] = [
    // The products, which other programs import.
    library(
        "Phonolith", in: "Faces",
        [
            "PhonolithFiles", "PhonolithImporting", "PhonolithMediaModel", "PhonolithPlaylists",
            "PhonolithQueries", "PhonolithScanning", "PhonolithScans", "PhonolithStore",
            "PhonolithThumbnails", "PhonolithUsers", "PhonolithWorker",
        ]),
    library("PhonolithTags", in: "Faces", ["PhonolithMediaModel", "PhonolithTagReading"]),
    library(
        "PhonolithLibraryPlayback", in: "Faces",
        [
            "Phonolith", "PhonolithFiles", "PhonolithMediaModel", "PhonolithPlayQueues",
            "PhonolithPlayback", "PhonolithQueries", "PhonolithSamples", "PhonolithSound",
            "PhonolithStore", "PhonolithTags", "PhonolithUsers",
        ]),
    library(
        "PhonolithCommandLineInterface", in: "Faces",
        [
            "PhonolithFiles", "PhonolithImporting", "PhonolithMediaModel", "PhonolithPlaylists",
            "PhonolithQueries", "PhonolithScans", "PhonolithStore", "PhonolithUsers",
            "PhonolithWorker", argumentParser,
        ]),
    // The commands of phonolith-media, which phonolith-view has, too.
    library(
        "PhonolithMediaCommandLine", in: "Faces",
        [
            "PhonolithCommandLineInterface", "PhonolithFiles", "PhonolithIdentity",
            "PhonolithImporting", "PhonolithLibav", "PhonolithLibraryPlayback",
            "PhonolithMediaModel", "PhonolithPlayQueues", "PhonolithPlayback", "PhonolithPlaylists",
            "PhonolithQueries", "PhonolithRecording", "PhonolithSamples", "PhonolithScanning",
            "PhonolithScans", "PhonolithSound", "PhonolithStore", "PhonolithStreaming",
            "PhonolithTagReading", "PhonolithThumbnails", "PhonolithUsers", "PhonolithWorker",
            argumentParser, systemPackage,
        ]),
    // Authorization, and the code that both APIs share; the only target that encrypts and hashes.
    library(
        "PhonolithAccess", in: "Faces",
        [
            "CPhonolithCrypto", "CPhonolithZlib", "PhonolithFiles", "PhonolithMediaModel",
            "PhonolithQueries", "PhonolithScans", "PhonolithStore", "PhonolithStreaming",
            "PhonolithUsers", "PhonolithWorker", httpTypes, hummingbird,
            logging, nioCore,
        ]),
    library(
        "PhonolithNativeAPI", in: "Faces",
        [
            "PhonolithAccess", "PhonolithFiles", "PhonolithIdentity", "PhonolithImporting",
            "PhonolithMediaModel", "PhonolithPlayQueues", "PhonolithPlaylists", "PhonolithPodcasts",
            "PhonolithQueries", "PhonolithScans", "PhonolithStore", "PhonolithStreaming",
            "PhonolithUsers", "PhonolithWorker", httpTypes, hummingbird, logging, nioCore, nioHTTP1,
            serviceLifecycle,
        ]),
    library(
        "PhonolithOpenSubsonic", in: "Faces",
        [
            "PhonolithAccess", "PhonolithFiles", "PhonolithMediaModel", "PhonolithPlayQueues",
            "PhonolithPodcasts", "PhonolithQueries", "PhonolithScans", "PhonolithStore",
            "PhonolithStreaming", "PhonolithUsers", "PhonolithWorker", httpTypes, hummingbird,
            logging, nioCore, nioHTTP1,
        ]),
    library(
        "PhonolithServer", in: "Faces",
        [
            "CPhonolithAllocator", "CPhonolithZlib", "PhonolithAccess", "PhonolithFiles",
            "PhonolithMediaModel", "PhonolithNativeAPI", "PhonolithOpenSubsonic",
            "PhonolithPodcasts", "PhonolithQueries", "PhonolithScans", "PhonolithStore",
            "PhonolithStreaming", "PhonolithUsers", "PhonolithWorker", httpTypes, hummingbird,
            hummingbirdCore, hummingbirdTLS, logging, nioCore, nioHTTP1, nioHTTPTypes,
            nioHTTPTypesHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals,
        ], embedding: ["page"]),
]

// MARK: - Programs

let programs: [Target] = [
    // Links no FFmpeg, no TagLib and no sound server, whose libraries take longer to load than most answers take.
    program("phonolith", ["PhonolithCommandLineInterface", argumentParser]),
    program("phonolith-media", ["PhonolithCommandLineInterface", "PhonolithMediaCommandLine"]),
    // Alone links what opens windows and cameras.
    program(
        "phonolith-view",
        [
            "CPhonolithSDL", "PhonolithCapture", "PhonolithCommandLineInterface", "PhonolithFiles",
            "PhonolithFilms", "PhonolithLibav", "PhonolithMediaCommandLine", "PhonolithMediaModel",
            "PhonolithPlayback", "PhonolithThumbnails", argumentParser,
        ]),
    // Alone links what speaks HTTP and what hashes passwords.
    program(
        "phonolith-server",
        [
            "PhonolithAccess", "PhonolithCommandLineInterface", "PhonolithFiles",
            "PhonolithMediaModel", "PhonolithPodcasts", "PhonolithQueries", "PhonolithScans",
            "PhonolithServer", "PhonolithStore", "PhonolithUsers", "PhonolithWorker",
            argumentParser, logging,
        ]),
    example("ask-library", ["Phonolith"]),
    example("read-tags", ["PhonolithTags"]),
    example("play-album", ["PhonolithLibraryPlayback"]),
    example("make-thumbnails", ["PhonolithThumbnails"]),
    example("take-film", ["PhonolithCapture", "PhonolithMediaModel"]),
    example("share-output", ["PhonolithMediaModel", "PhonolithPlayback"]),
    example("record-and-play", ["PhonolithMediaModel", "PhonolithPlayback", "PhonolithRecording"]),
]

// MARK: - Tests

let testing: [Target] = [
    .target(
        name: "PhonolithFixtures", dependencies: ["PhonolithMediaModel"], path: "fixtures",
        exclude: ["make"],
        resources: [.copy("media")], swiftSettings: strict),
    .target(name: "CPhonolithPrograms", path: "Tests/CPrograms"),
    .target(
        name: "PhonolithTestSupport", dependencies: ["CPhonolithPrograms", "PhonolithDatabase"],
        path: "Tests/TestSupport",
        swiftSettings: strict),
    .target(
        name: "PhonolithCatalogTestSupport",
        dependencies: [
            "PhonolithDatabase", "PhonolithMediaModel", "PhonolithStore", "PhonolithUsers",
        ],
        path: "Tests/CatalogTestSupport", swiftSettings: strict),
    .target(
        name: "PhonolithMediaModelTestSupport", dependencies: ["PhonolithMediaModel"],
        path: "Tests/MediaModelTestSupport", swiftSettings: strict),
    .executableTarget(
        name: "phonolith-fake-worker", dependencies: ["PhonolithMediaModel", "PhonolithWorker"],
        path: "Tests/fake-worker", swiftSettings: strict),
    .executableTarget(name: "phonolith-process-holder", path: "Tests/process-holder"),
    tests(
        "PhonolithMediaModelTests",
        ["PhonolithIdentity", "PhonolithMediaModel", "PhonolithMediaModelTestSupport"]),
    tests("PhonolithFilesTests", ["PhonolithFiles", "PhonolithMediaModel", systemPackage]),
    tests("PhonolithPlaylistsTests", ["PhonolithMediaModel", "PhonolithPlaylists"]),
    tests(
        "PhonolithPlaylistFilesTests",
        [
            "PhonolithCatalogTestSupport", "PhonolithFiles", "PhonolithImporting",
            "PhonolithMediaModel", "PhonolithPlaylists", "PhonolithQueries", "PhonolithScans",
            "PhonolithStore", "PhonolithUsers",
        ]),
    tests("PhonolithDatabaseTests", ["PhonolithDatabase"]),
    tests(
        "PhonolithImportingTests",
        [
            "PhonolithDatabase",
            "PhonolithImporting", "PhonolithMediaModel", "PhonolithPlaylists", "PhonolithQueries",
            "PhonolithScans", "PhonolithStore", "PhonolithTestSupport", "PhonolithUsers",
        ]),
    tests(
        "PhonolithFixturesTests",
        ["PhonolithFixtures", "PhonolithMediaModel", "PhonolithTestSupport"]),
    tests(
        "PhonolithTagReadingTests",
        [
            "PhonolithFixtures", "PhonolithLibav", "PhonolithMediaModel", "PhonolithTagReading",
            "PhonolithTestSupport",
        ]),
    tests(
        "PhonolithThumbnailsTests",
        [
            "PhonolithFixtures", "PhonolithLibav", "PhonolithMediaModel", "PhonolithTestSupport",
            "PhonolithThumbnails",
        ]),
    tests(
        "PhonolithCatalogTests",
        [
            "Phonolith", "PhonolithCatalogTestSupport", "PhonolithDatabase", "PhonolithFixtures",
            "PhonolithIdentity", "PhonolithMediaModel", "PhonolithMediaModelTestSupport",
            "PhonolithMigrations",
            "PhonolithPlayQueues", "PhonolithPlaylists", "PhonolithQueries", "PhonolithScans",
            "PhonolithStore", "PhonolithTestSupport", "PhonolithUsers",
        ]),
    tests(
        "PhonolithScanningTests",
        [
            "PhonolithCatalogTestSupport", "PhonolithFiles", "PhonolithFixtures",
            "PhonolithMediaModel", "PhonolithPlayQueues", "PhonolithPlaylists", "PhonolithQueries",
            "PhonolithScanning", "PhonolithScans", "PhonolithStore", "PhonolithTagReading",
            "PhonolithTestSupport", "PhonolithUsers",
        ]),
    tests(
        "PhonolithPlaybackTests",
        [
            "PhonolithDatabase", "PhonolithFiles", "PhonolithFixtures", "PhonolithLibav",
            "PhonolithLibraryPlayback", "PhonolithMediaModel", "PhonolithPlayback",
            "PhonolithQueries", "PhonolithScanning", "PhonolithSound", "PhonolithStore",
            "PhonolithTestSupport", "PhonolithUsers",
        ]),
    tests(
        "PhonolithAudioSessionsTests",
        [
            "PhonolithFixtures", "PhonolithMediaModel", "PhonolithPlayback", "PhonolithRecording",
            "PhonolithSound", "PhonolithTestSupport",
        ]),
    tests("PhonolithAudioEffectsTests", ["PhonolithEffects"]),
    tests(
        "PhonolithStreamSavingTests",
        [
            "PhonolithFiles", "PhonolithFixtures", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayback", "PhonolithRecording", "PhonolithTestSupport", systemPackage,
        ]),
    tests(
        "PhonolithRecordingTests",
        [
            "PhonolithLibav", "PhonolithMediaModel", "PhonolithPlayback", "PhonolithRecording",
            "PhonolithSound", "PhonolithTestSupport",
        ]),
    tests(
        "PhonolithCaptureTests",
        [
            "PhonolithCapture", "PhonolithLibav", "PhonolithMediaModel", "PhonolithSound",
            "PhonolithTestSupport",
        ]),
    tests(
        "PhonolithViewTests",
        [
            "PhonolithFilms", "PhonolithLibav", "PhonolithMediaCommandLine", "PhonolithMediaModel",
            "PhonolithPlayback", "PhonolithSound", "PhonolithTestSupport", "PhonolithThumbnails",
            "phonolith-view",
        ]
            + building("phonolith", "phonolith-media")),
    tests(
        "PhonolithWorkerTests",
        ["PhonolithFiles", "PhonolithMediaModel", "PhonolithTestSupport", "PhonolithWorker"]
            + building("phonolith-fake-worker", "phonolith-process-holder")),
    tests(
        "PhonolithStreamingTests",
        [
            "PhonolithFiles", "PhonolithFixtures", "PhonolithLibav", "PhonolithMediaModel",
            "PhonolithPlayback", "PhonolithStreaming", "PhonolithTestSupport", "PhonolithWorker",
        ]
            + building("phonolith-media")),
    tests(
        "PhonolithPodcastsTests",
        [
            "PhonolithMediaModel", "PhonolithPodcasts", "PhonolithQueries", "PhonolithScans",
            "PhonolithUsers",
        ]),
    tests(
        "PhonolithServerTests",
        [
            "PhonolithDatabase",
            "PhonolithAccess", "PhonolithCatalogTestSupport", "PhonolithFiles", "PhonolithFixtures",
            "PhonolithMediaModel", "PhonolithNativeAPI", "PhonolithOpenSubsonic",
            "PhonolithPlayQueues", "PhonolithPodcasts", "PhonolithQueries", "PhonolithScanning",
            "PhonolithScans", "PhonolithServer", "PhonolithStore", "PhonolithStreaming",
            "PhonolithTestSupport", "PhonolithUsers", "PhonolithWorker", httpTypes,
            hummingbird, hummingbirdCore, hummingbirdTLS, hummingbirdTesting, logging, nioCore,
            nioSSL, serviceLifecycle,
        ]
            + building("phonolith-server", "phonolith", "phonolith-media")),
    tests(
        "PhonolithWebTests",
        ["PhonolithAccess", "PhonolithServer", "PhonolithTestSupport"]
            + building("phonolith", "phonolith-server")),
    tests(
        "PhonolithCommandTests",
        [
            "PhonolithDatabase",
            "PhonolithCommandLineInterface", "PhonolithFixtures", "PhonolithLibav",
            "PhonolithMediaCommandLine", "PhonolithMediaModel", "PhonolithPlayback",
            "PhonolithScanning", "PhonolithStore", "PhonolithTestSupport", "PhonolithUsers",
            "PhonolithWorker", argumentParser,
        ]
            + building(
                "phonolith", "phonolith-media", "phonolith-server", "phonolith-view",
                "phonolith-process-holder", "phonolith-ask-library", "phonolith-play-album",
                "phonolith-make-thumbnails", "phonolith-read-tags", "phonolith-record-and-play",
                "phonolith-share-output", "phonolith-take-film")),
]

/// The programs that tests start, which are built before.
func building(_ programs: Target.Dependency...) -> [Target.Dependency] { programs }

let package = Package(
    name: "Phonolith",
    products: [
        .library(name: "Phonolith", targets: ["Phonolith"]),
        .library(name: "PhonolithTags", targets: ["PhonolithTags"]),
        .library(name: "PhonolithThumbnails", targets: ["PhonolithThumbnails"]),
        .library(name: "PhonolithPlayback", targets: ["PhonolithPlayback"]),
        .library(name: "PhonolithLibraryPlayback", targets: ["PhonolithLibraryPlayback"]),
        .library(name: "PhonolithFilms", targets: ["PhonolithFilms"]),
        .library(name: "PhonolithRecording", targets: ["PhonolithRecording"]),
        .library(name: "PhonolithCapture", targets: ["PhonolithCapture"]),
        .executable(name: "phonolith", targets: ["phonolith"]),
        .executable(name: "phonolith-media", targets: ["phonolith-media"]),
        .executable(name: "phonolith-view", targets: ["phonolith-view"]),
        .executable(name: "phonolith-server", targets: ["phonolith-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // Without its traits: they bring Foundation's locales, and settings that a command line has itself.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: plugins + values + cTargets + formats + store + work + faces + programs + testing,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// MARK: - Building

extension Package {
    /// The named targets and all below them, except those below programs that they name.
    func reaching(_ names: [String]) -> Set<String> {
        let named = Dictionary(
            uniqueKeysWithValues: targets.map {
                ($0.name, $0.dependencies.compactMap(\.targetName))
            })
        let isProgram = Set(targets.filter { $0.type == .executable }.map(\.name))
        var (found, rest) = (Set<String>(), names)
        while let name = rest.popLast() {
            guard let further = named[name], found.insert(name).inserted else { continue }
            rest += further.filter { !isProgram.contains($0) }
        }
        return found
    }

    /// Adds to each target all targets below it. They are no dependencies that its files may import.
    ///
    /// The layout of a module's values depends on those of all modules below, but SwiftPM compiles a target anew only where one
    /// that it names has changed. The check of imports sees the manifest without them.
    func rebuildWithAllBelow() {
        for target in targets where target.type != .plugin && target.type != .system {
            let direct = target.dependencies.compactMap(\.targetName)
            let below = reaching([target.name]).subtracting(direct + [target.name])
            target.dependencies += below.sorted().map { .byName(name: $0) }
        }
    }

    /// Leaves the programs that are installed, so that one build makes these and nothing else.
    func keepOnlyPrograms() {
        products.removeAll { !($0 is Product.Executable) }
        let kept = reaching([
            "phonolith", "phonolith-media", "phonolith-view", "phonolith-server",
            "phonolith-embed-files",
        ])
        targets.removeAll { $0.type != .plugin && !kept.contains($0.name) }
    }
}

extension Target.Dependency {
    /// The name of a target of this package; `nil` for a product of another.
    var targetName: String? { if case .byNameItem(let name, _) = self { name } else { nil } }
}

if Context.environment["PHONOLITH_ONLY_PROGRAMS"] != nil { package.keepOnlyPrograms() }
if Context.environment["PHONOLITH_ONLY_DECLARED"] == nil { package.rebuildWithAllBelow() }
