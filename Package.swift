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

// MARK: - Values

let values: [Target] = [
    .target(name: "MediaModel", swiftSettings: strict)
]

// MARK: - C

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
                "libswresample-dev",
            ]),
            .brew(["ffmpeg"]),
        ]),
    .systemLibrary(
        name: "COpenSSL", pkgConfig: "libcrypto",
        providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
]

// MARK: - Wrappers

let wrappers: [Target] = [
    .target(name: "Libav", dependencies: ["CFFmpeg", "MediaModel"], swiftSettings: strict),
    .target(
        name: "TagReading", dependencies: ["CTagReader", "COpenSSL", "Libav", "MediaModel"],
        swiftSettings: strict),
]

// MARK: - Work

let work: [Target] = [
    .target(name: "Thumbnails", dependencies: ["MediaModel", "Libav"], swiftSettings: strict)
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
]

let package = Package(
    name: "Phonolith",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MediaLibrary", targets: ["MediaModel", "TagReading"]),
        .library(name: "MediaThumbnails", targets: ["Thumbnails"]),
    ],
    dependencies: [],
    targets: values + cTargets + wrappers + work + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
