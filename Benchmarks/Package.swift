// swift-tools-version: 6.2
import PackageDescription

// Apart from the package that they measure, so that nothing of them is built with it. They run the command
// `phonolith` as it was built, and use the library as any other program does.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    // Loaded before other libraries into the programs that are measured.
    products: [.library(name: "SlowOpen", type: .dynamic, targets: ["SlowOpen"])],
    dependencies: [
        .package(name: "Phonolith", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Phonolith's own module of this kind is none of its products.
        .systemLibrary(name: "SystemTagLib", pkgConfig: "taglib"),
        .target(name: "CTagWriter", dependencies: ["SystemTagLib"]),
        .target(name: "SlowOpen"),
        .executableTarget(name: "taglib-loop", dependencies: ["SystemTagLib"]),
        .executableTarget(
            name: "phonolith-bench",
            dependencies: [
                "CTagWriter", .product(name: "Phonolith", package: "Phonolith"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.copy("hostile-clients.py")], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
