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

// MARK: - Values

let values: [Target] = [
    .target(name: "MediaModel", swiftSettings: strict)
]

// MARK: - Store

let store: [Target] = [
    .target(
        name: "Migrations", path: "migrations", resources: [.embedInCode("sql")],
        swiftSettings: strict),
    .target(
        name: "Catalog", dependencies: ["MediaModel", "Migrations", grdb], swiftSettings: strict),
]

// MARK: - Tests

let tests: [Target] = [
    .testTarget(name: "MediaModelTests", dependencies: ["MediaModel"], swiftSettings: strict),
    .testTarget(
        name: "CatalogTests", dependencies: ["Catalog", "Migrations", "MediaModel", grdb],
        swiftSettings: strict),
]

let package = Package(
    name: "Phonolith",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MediaLibrary", targets: ["MediaModel", "Catalog"])
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
    ],
    targets: values + store + tests,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
