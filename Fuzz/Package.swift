// swift-tools-version: 6.2
import PackageDescription

// The parsers of what others have written, built with the fuzzer's instrumentation. Their folders are links to
// Phonolith's own: nothing else of it is built here. scripts/fuzz knows the flags.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Fuzz",
    targets: [
        .systemLibrary(name: "CTagLib", pkgConfig: "taglib"),
        .target(name: "CTagReader", dependencies: ["CTagLib"]),
        .target(name: "TagFuzzing", dependencies: ["CTagReader"]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
        .target(name: "CHash"),
        .target(name: "RegularExpressions", dependencies: ["CPCRE2"], swiftSettings: strict),
        .target(
            name: "MediaModel", dependencies: ["CHash", "RegularExpressions"],
            swiftSettings: strict),
        .target(name: "Playlists", dependencies: ["MediaModel"], swiftSettings: strict),
        .target(name: "IgnoreRules", dependencies: ["MediaModel"], swiftSettings: strict),
        .executableTarget(
            name: "phonolith-fuzz",
            dependencies: ["TagFuzzing", "MediaModel", "Playlists", "IgnoreRules"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
