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
        .systemLibrary(name: "CPhonolithTagLib", pkgConfig: "taglib"),
        .target(name: "CPhonolithTagReader", dependencies: ["CPhonolithTagLib"]),
        .target(name: "TagFuzzing", dependencies: ["CPhonolithTagReader"]),
        .systemLibrary(name: "CPhonolithPCRE2", pkgConfig: "libpcre2-8"),
        .target(name: "CPhonolithHash"),
        .target(
            name: "PhonolithPatterns", dependencies: ["CPhonolithPCRE2"], swiftSettings: strict),
        .target(
            name: "PhonolithMediaModel", dependencies: ["CPhonolithHash", "PhonolithPatterns"],
            swiftSettings: strict),
        .target(
            name: "PhonolithPlaylists", dependencies: ["PhonolithMediaModel"], swiftSettings: strict
        ),
        .target(name: "IgnoreRules", dependencies: ["PhonolithMediaModel"], swiftSettings: strict),
        .executableTarget(
            name: "phonolith-fuzz",
            dependencies: [
                "TagFuzzing", "PhonolithMediaModel", "PhonolithPlaylists", "IgnoreRules",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
