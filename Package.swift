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
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

// MARK: - Values

let values: [Target] = [
    .target(name: "MediaModel", swiftSettings: strict),
    .target(name: "Blocking", swiftSettings: strict),
    .target(name: "Files", dependencies: ["MediaModel"], swiftSettings: strict),
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
    .target(name: "CSupervision"),
    .target(name: "CSoundTouch", linkerSettings: [.linkedLibrary("SoundTouch")]),
    // Without pkg-config, whose file for PulseAudio has a flag that SwiftPM refuses with a warning.
    .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(
        name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
]

// MARK: - Wrappers

let wrappers: [Target] = [
    .target(
        name: "Libav", dependencies: ["CFFmpeg", "Files", "MediaModel"], swiftSettings: strict),
    .target(
        name: "TagReading", dependencies: ["CTagReader", "Libav", "MediaModel", crypto],
        swiftSettings: strict),
]

// MARK: - Formats

let formats: [Target] = [
    .target(name: "Playlists", dependencies: ["MediaModel"], swiftSettings: strict)
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "Migrations", dependencies: [crypto], path: "migrations",
        resources: [.embedInCode("sql")],
        swiftSettings: strict),
    .target(
        name: "Catalog",
        dependencies: [
            "Blocking", "Files", "MediaModel", "Playlists", "Migrations", grdb, grdbSQLite,
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
        dependencies: ["Files", "MediaModel", "Playlists", "Catalog", crypto],
        swiftSettings: strict),
    .target(
        name: "Thumbnails",
        dependencies: ["Blocking", "Files", "MediaModel", "Catalog", "Libav", "TagReading"],
        swiftSettings: strict),
    .target(
        name: "Worker", dependencies: ["CSupervision", "Files", "MediaModel"],
        swiftSettings: strict),
    .target(
        name: "Playback",
        dependencies: [
            "Blocking", "MediaModel", "Libav", "Catalog", "CPulse", "CSoundTouch", "CSystemd",
        ],
        swiftSettings: strict),
]

// MARK: - Faces

let faces: [Target] = [
    .target(
        name: "CommandLineInterface",
        dependencies: [
            "Files", "JSONWriting", "MediaModel", "Playlists", "Catalog", "PlaylistFiles",
            "Worker", argumentParser,
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
            "Catalog", "Scanning", "PlaylistFiles", "Thumbnails", "Playback",
            "CommandLineInterface", argumentParser,
        ],
        swiftSettings: strict),
]

// MARK: - Tests

let tests: [Target] = [
    .executableTarget(
        name: "library-example", dependencies: ["Catalog", "MediaModel"], path: "docs/example",
        swiftSettings: strict),
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
        name: "FilesTests", dependencies: ["Files", "MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "PlaylistsTests", dependencies: ["Playlists", "MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "PlaylistFilesTests",
        dependencies: ["PlaylistFiles", "Playlists", "Catalog", "MediaModel"],
        swiftSettings: strict),
    .testTarget(
        name: "FixturesTests", dependencies: ["Fixtures", "MediaModel", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "TagReadingTests", dependencies: ["TagReading", "MediaModel", "Fixtures"],
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
    .testTarget(
        name: "WorkerTests", dependencies: ["Worker", "fake-worker", "MediaModel", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "phonolithTests",
        dependencies: [
            "phonolith", "phonolith-media", "library-example", "CommandLineInterface",
            "JSONWriting", "Playback",
            "Scanning", "Worker", "Files", "MediaModel", "Fixtures", "TestSupport", grdb,
        ],
        swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    products: [
        .library(
            name: "MediaLibrary",
            targets: ["MediaModel", "Playlists", "Catalog", "Scanning", "PlaylistFiles"]),
        .library(name: "MediaThumbnails", targets: ["Thumbnails"]),
        .library(name: "MediaPlayback", targets: ["MediaModel", "Playback"]),
        .executable(name: "phonolith", targets: ["phonolith"]),
        .executable(name: "phonolith-media", targets: ["phonolith-media"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: values + cTargets + wrappers + formats + store + work + faces + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
