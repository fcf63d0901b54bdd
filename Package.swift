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
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

// MARK: - Values

let values: [Target] = [
    .target(name: "MediaModel", swiftSettings: strict),
    .target(name: "Blocking", swiftSettings: strict),
]

// MARK: - C

// On Linux its headers lie where all do, and SwiftPM warns of the flags that its pkg-config file names.
#if os(Linux)
    let pulse: String? = nil
#else
    let pulse: String? = "libpulse"
#endif

let cTargets: [Target] = [
    .systemLibrary(
        name: "CTagLib", pkgConfig: "taglib",
        providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
    .target(name: "CTagReader", dependencies: ["CTagLib"]),
    .systemLibrary(
        name: "CFFmpeg", pkgConfig: "libavformat",
        providers: [
            .apt([
                "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev",
                "libswresample-dev", "libavfilter-dev",
            ]),
            .brew(["ffmpeg"]),
        ]),
    .systemLibrary(
        name: "COpenSSL", pkgConfig: "libcrypto",
        providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
        name: "CPulse", pkgConfig: pulse,
        providers: [.apt(["libpulse-dev"]), .brew(["pulseaudio"])]),
    .systemLibrary(
        name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
]

// MARK: - Wrappers

let wrappers: [Target] = [
    .target(name: "Libav", dependencies: ["CFFmpeg", "MediaModel"], swiftSettings: strict),
    .target(
        name: "TagReading", dependencies: ["CTagReader", "COpenSSL", "Libav", "MediaModel"],
        swiftSettings: strict),
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "Migrations", path: "migrations", resources: [.embedInCode("sql")],
        swiftSettings: strict),
    .target(
        name: "Catalog", dependencies: ["MediaModel", "Migrations", grdb, grdbSQLite],
        swiftSettings: strict),
]

// MARK: - Work

let work: [Target] = [
    .target(
        name: "Scanning", dependencies: ["Blocking", "MediaModel", "TagReading", "Catalog"],
        swiftSettings: strict),
    .target(
        name: "Thumbnails", dependencies: ["Blocking", "MediaModel", "Libav"],
        swiftSettings: strict),
    .target(
        name: "Playback",
        dependencies: [
            "Blocking", "MediaModel", "Libav", "Catalog", "CPulse",
            .target(name: "CSystemd", condition: .when(platforms: [.linux])),
        ],
        swiftSettings: strict),
]

// MARK: - Faces

// TagLib and SQLite make many small blocks between a few large ones, which glibc's allocator is slow at:
// with jemalloc a scan takes a fifth less processor time.
let allocator: [LinkerSetting] = [.linkedLibrary("jemalloc", .when(platforms: [.linux]))]

let faces: [Target] = [
    .executableTarget(
        name: "phonolith",
        dependencies: [
            "Blocking", "MediaModel", "TagReading", "Catalog", "Scanning", "Thumbnails",
            "Playback", argumentParser,
        ],
        swiftSettings: strict, linkerSettings: allocator)
]

// MARK: - Tests

let tests: [Target] = [
    .target(
        name: "Fixtures", dependencies: ["MediaModel"], path: "fixtures", exclude: ["make"],
        resources: [.copy("media")], swiftSettings: strict),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "FixturesTests", dependencies: ["Fixtures", "MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "TagReadingTests", dependencies: ["TagReading", "MediaModel", "Fixtures"],
        swiftSettings: strict),
    .testTarget(
        name: "ThumbnailsTests", dependencies: ["Thumbnails", "Libav", "MediaModel", "Fixtures"],
        swiftSettings: strict),
    .testTarget(
        name: "CatalogTests", dependencies: ["Catalog", "Migrations", "MediaModel", grdb],
        swiftSettings: strict),
    .testTarget(
        name: "ScanningTests", dependencies: ["Scanning", "Catalog", "MediaModel", "Fixtures"],
        swiftSettings: strict),
    .testTarget(
        name: "PlaybackTests",
        dependencies: ["Playback", "Libav", "Catalog", "MediaModel", "Fixtures"],
        swiftSettings: strict),
    .testTarget(
        name: "phonolithTests",
        dependencies: ["phonolith", "Playback", "Scanning", "MediaModel", "Fixtures", grdb],
        swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MediaLibrary", targets: ["MediaModel", "Catalog", "Scanning"]),
        .library(name: "MediaThumbnails", targets: ["Thumbnails"]),
        .library(name: "MediaPlayback", targets: ["MediaModel", "Playback"]),
        .executable(name: "phonolith", targets: ["phonolith"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: values + cTargets + wrappers + store + work + faces + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// MARK: - Benchmarks

// They stand apart, so that nobody who builds or tests Phonolith pays for them; scripts/bench asks for them.
if Context.environment["ENABLE_BENCHMARKS"] != nil {
    package.targets += [
        .target(name: "CTagWriter", dependencies: ["CTagLib"]),
        .executableTarget(name: "taglib-loop", dependencies: ["CTagLib"]),
        .executableTarget(
            name: "phonolith-bench",
            dependencies: ["Catalog", "CTagWriter", "MediaModel", argumentParser],
            swiftSettings: strict),
    ]
}
