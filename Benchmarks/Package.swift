// swift-tools-version: 6.2
import PackageDescription

// A package of its own over the leaf modules, whose sources it links to: it builds without the server.
let features: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
    .map { .enableUpcomingFeature($0) }

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: [
        .target(name: "ParaphInk", swiftSettings: features),
        .target(
            name: "ParaphVerification",
            dependencies: ["ParaphInk", .product(name: "RealModule", package: "swift-numerics")],
            swiftSettings: features
        ),
        .target(name: "ParaphPDF", swiftSettings: features),
        .target(name: "ParaphEncoding", swiftSettings: features),
        .target(
            name: "ParaphTrust",
            dependencies: [
                "ParaphEncoding", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"), .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: features
        ),
        .target(
            name: "ParaphPAdES",
            dependencies: ["ParaphEncoding", "ParaphPDF", "ParaphTrust", .product(name: "X509", package: "swift-certificates")],
            swiftSettings: features
        ),
        .executableTarget(
            name: "PDFBenchmark",
            dependencies: ["ParaphPAdES", "ParaphPDF", "ParaphTrust", .product(name: "X509", package: "swift-certificates")],
            swiftSettings: features
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .executableTarget(name: "FilterBenchmark", dependencies: ["CZlib", "ParaphPDF"], swiftSettings: features),
        .target(name: "ParaphInkFormats", dependencies: ["ParaphInk", "CZlib"], swiftSettings: features),
        .executableTarget(
            name: "VerificationBenchmark",
            dependencies: ["ParaphInk", "ParaphInkFormats", "ParaphVerification"],
            swiftSettings: features
        ),
        .executableTarget(
            name: "Enrolment",
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
