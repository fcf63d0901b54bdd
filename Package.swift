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

// MARK: - Tests

let tests: [Target] = [
    .target(
        name: "Fixtures", dependencies: ["MediaModel"], path: "fixtures", exclude: ["make"],
        resources: [.copy("media")], swiftSettings: strict),
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "FixturesTests", dependencies: ["Fixtures", "MediaModel"], swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MediaLibrary", targets: ["MediaModel"])
    ],
    dependencies: [],
    targets: values + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
