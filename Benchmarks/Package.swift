// swift-tools-version: 6.2
import PackageDescription

// A package of its own over the leaf modules, whose sources it links to: it builds without the server.
let features: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
    .map { .enableUpcomingFeature($0) }

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-numerics", from: "1.1.1")],
    targets: [
        .target(name: "ParaphInk", swiftSettings: features),
        .target(
            name: "ParaphVerification",
            dependencies: ["ParaphInk", .product(name: "RealModule", package: "swift-numerics")],
            swiftSettings: features
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "ParaphInkFormats", dependencies: ["ParaphInk", "CZlib"], swiftSettings: features),
        .executableTarget(
            name: "VerificationBenchmark",
            dependencies: ["ParaphInk", "ParaphInkFormats", "ParaphVerification"],
            swiftSettings: features
        ),
        .executableTarget(
            name: "ZeroEffort",
            dependencies: ["ParaphInk", "ParaphVerification"],
            swiftSettings: features
        ),
    ]
)
