// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
    static let argumentParser: Self = .product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncHTTPClient: Self = .product(name: "AsyncHTTPClient", package: "async-http-client")
    static let configuration: Self = .product(name: "Configuration", package: "swift-configuration")
    static let crypto: Self = .product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras: Self = .product(name: "CryptoExtras", package: "swift-crypto")
    static let grdb: Self = .product(name: "GRDB", package: "GRDB.swift")
    static let httpTypes: Self = .product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird: Self = .product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore: Self = .product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdTesting: Self = .product(name: "HummingbirdTesting", package: "hummingbird")
    static let hummingbirdHTTP2: Self = .product(name: "HummingbirdHTTP2", package: "hummingbird")
    static let jwtKit: Self = .product(name: "JWTKit", package: "jwt-kit")
    static let logging: Self = .product(name: "Logging", package: "swift-log")
    static let mustache: Self = .product(name: "Mustache", package: "swift-mustache")
    static let nioCertificateReloading: Self = .product(name: "NIOCertificateReloading", package: "swift-nio-extras")
    static let nioCore: Self = .product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded: Self = .product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHTTP1: Self = .product(name: "NIOHTTP1", package: "swift-nio")
    static let nioHTTPTypes: Self = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioPosix: Self = .product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL: Self = .product(name: "NIOSSL", package: "swift-nio-ssl")
    static let realModule: Self = .product(name: "RealModule", package: "swift-numerics")
    static let unixSignals: Self = .product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let swiftASN1: Self = .product(name: "SwiftASN1", package: "swift-asn1")
    static let x509: Self = .product(name: "X509", package: "swift-certificates")
    static let serviceLifecycle: Self = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
}

let package = Package(
    name: "paraph",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "ParaphClient", targets: ["ParaphClient"]),
        .library(name: "ParaphClientNIO", targets: ["ParaphClientNIO"]),
        .library(name: "ParaphInk", targets: ["ParaphInk"]),
        .library(name: "ParaphInkFormats", targets: ["ParaphInkFormats"]),
        .library(name: "ParaphPAdES", targets: ["ParaphPAdES"]),
        .library(name: "ParaphPDF", targets: ["ParaphPDF"]),
        .library(name: "ParaphTrust", targets: ["ParaphTrust"]),
        .library(name: "ParaphUI", targets: ["ParaphUI"]),
        .library(name: "ParaphViewModels", targets: ["ParaphViewModels"]),
        .library(name: "ParaphVerification", targets: ["ParaphVerification"]),
        .library(name: "ParaphStorage", targets: ["ParaphStorage"]),
        .library(name: "StoragePostgreSQL", targets: ["StoragePostgreSQL"]),
        .library(name: "ParaphWire", targets: ["ParaphWire"]),
        .executable(name: "paraph", targets: ["paraph"]),
        .executable(name: "demo-bank", targets: ["demo-bank"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // MARK: Leaves: may gain no dependency of ours (ParaphInk and ParaphPDF: none at all)
        .target(name: "ParaphInk"),
        .target(name: "ParaphPDF"),
        .target(name: "ParaphEncoding"),
        .target(name: "ParaphTrust", dependencies: ["ParaphEncoding", .crypto, .cryptoExtras, .swiftASN1, .x509]),
        .target(name: "ParaphWire", dependencies: ["ParaphEncoding"]),
        .target(name: "Passkeys", dependencies: [.crypto, .cryptoExtras]),
        .target(name: "ParaphStorage", dependencies: ["ParaphEncoding", .crypto, .grdb, .logging]),

        // MARK: Storage on servers
        .target(name: "StoragePostgreSQL", dependencies: ["CPostgres", "ParaphStorage"]),

        // MARK: Ink
        .target(name: "ParaphInkFormats", dependencies: ["ParaphInk", "CZlib"]),
        .target(name: "ParaphVerification", dependencies: ["ParaphInk", .realModule]),

        // MARK: PDF signatures
        .target(name: "ParaphPDFCrypto", dependencies: ["ParaphPDF", .crypto, .cryptoExtras]),
        .target(name: "ParaphInkPDF", dependencies: ["ParaphInk", "ParaphPDF"]),
        .target(name: "ParaphPAdES", dependencies: ["ParaphEncoding", "ParaphPDF", "ParaphTrust", .x509]),

        // MARK: The SDK
        .target(name: "ParaphClient", dependencies: ["ParaphEncoding", "ParaphStorage", "ParaphWire", .crypto, .logging]),
        .target(name: "ParaphClientNIO", dependencies: ["ParaphClient", .asyncHTTPClient, .nioCore, .nioHTTP1, .nioPosix, .nioSSL]),

        .target(
            name: "ParaphViewModels",
            dependencies: ["ParaphClient", "ParaphEncoding", "ParaphInk", "ParaphInkPDF", "ParaphPDF", "ParaphWire", .crypto],
            exclude: ["Words/en.json", "Words/fr.json", "Words/ru.json"]
        ),
        // Its files are empty where there is no UIKit: scripts/check-apple compiles them on Linux.
        .target(name: "ParaphUI", dependencies: ["ParaphClient", "ParaphInk", "ParaphViewModels", "ParaphWire"]),

        // MARK: Server
        .target(
            name: "ServerKit",
            dependencies: [
                "CZlib", "ParaphEncoding", "ParaphStorage", "ParaphWire", .crypto, .httpTypes, .hummingbird,
                .hummingbirdCore, .logging, .nioCore, .nioHTTP1, .nioHTTPTypes, .serviceLifecycle,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "SignToLoginDialect",
            dependencies: ["ParaphInkFormats", "ParaphStorage", "ParaphWire", "ServerKit", .crypto, .httpTypes, .hummingbird, .logging]
        ),
        .target(
            name: "Identity",
            dependencies: [
                "CArgon2", "ParaphEncoding", "ParaphInk", "ParaphInkFormats", "ParaphStorage", "ParaphTrust", "ParaphVerification",
                "ParaphWire",
                "Passkeys", "ServerKit", "SignToLoginDialect", .crypto, .cryptoExtras, .httpTypes, .hummingbird, .jwtKit, .logging,
                .nioCore,
                .serviceLifecycle,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "Documents",
            dependencies: [
                "ParaphEncoding", "ParaphInk", "ParaphInkFormats", "ParaphInkPDF", "ParaphPAdES", "ParaphPDF", "ParaphStorage",
                "ParaphTrust", "ParaphWire", "ServerKit", "SignToLoginDialect", .crypto, .httpTypes, .hummingbird, .logging, .nioCore,
                .serviceLifecycle, .x509,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "Files",
            dependencies: [
                "ParaphPDF", "ParaphStorage", "ParaphWire", "ServerKit", .crypto, .httpTypes, .hummingbird, .logging, .nioCore,
                .serviceLifecycle,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "Channels",
            dependencies: [
                "CCurl", "ParaphEncoding", "ParaphStorage", "ParaphTrust", "ParaphWire", "ServerKit", .asyncHTTPClient, .crypto,
                .hummingbird,
                .logging, .nioCore, .nioHTTP1, .nioSSL, .serviceLifecycle,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "WebUI",
            dependencies: [
                "ParaphEncoding", "ParaphWire", "ServerKit", .crypto, .httpTypes, .hummingbird, .logging, .mustache, .nioCore,
            ],
            resources: [.copy("Areas")]
        ),
        .target(
            name: "App",
            dependencies: [
                "CGlibc", "Channels", "Documents", "Files", "Identity", "ParaphClient", "ParaphClientNIO", "ParaphInk", "ParaphInkFormats",
                "ParaphInkPDF", "ParaphPAdES", "ParaphPDF", "ParaphPDFCrypto", "ParaphStorage", "ParaphTrust", "ParaphVerification",
                "ParaphViewModels", "ParaphWire", "ServerKit", "StoragePostgreSQL", "WebUI",
                .argumentParser,
                .asyncHTTPClient,
                .configuration, .crypto, .cryptoExtras, .httpTypes, .hummingbird, .hummingbirdCore, .hummingbirdHTTP2, .logging,
                .nioCertificateReloading, .nioCore, .nioHTTP1, .nioSSL, .serviceLifecycle, .unixSignals, .x509,
            ],
            resources: [.copy("OpenAPI/openapi.yaml")]
        ),
        .executableTarget(name: "paraph", dependencies: ["App"]),

        // MARK: Examples of the SDK
        .executableTarget(
            name: "HostCLI",
            dependencies: ["ParaphClient", "ParaphClientNIO", "ParaphWire", .asyncHTTPClient],
            path: "Examples/HostCLI"
        ),

        // MARK: The demo's bank: public HTTP only
        .target(
            name: "DemoBank",
            dependencies: [
                .argumentParser, .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .hummingbirdCore, .hummingbirdHTTP2, .jwtKit,
                .logging, .mustache, .nioCore, .nioHTTP1, .nioSSL,
            ],
            resources: [.copy("Resources")]
        ),
        .executableTarget(name: "demo-bank", dependencies: ["DemoBank"]),

        // MARK: System libraries
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CGlibc"),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // MARK: Tests
        .target(name: "RandomTestSupport", path: "Tests/RandomTestSupport"),
        .target(name: "ProcessTestSupport", path: "Tests/ProcessTestSupport"),
        .target(name: "StorageTestSupport", dependencies: ["ParaphStorage", "StoragePostgreSQL"], path: "Tests/StorageTestSupport"),
        .target(
            name: "TestSupport",
            dependencies: [
                "ParaphStorage", "ParaphWire", "Passkeys", "ServerKit", "StoragePostgreSQL", "StorageTestSupport", .crypto, .cryptoExtras,
                .httpTypes, .hummingbird, .hummingbirdTesting, .nioCore, .serviceLifecycle,
            ],
            path: "Tests/TestSupport"
        ),
        .target(
            name: "IdentityTestSupport",
            dependencies: [
                "Identity", "ParaphInk", "ParaphInkFormats", "ParaphStorage", "ParaphVerification", "ParaphWire", "ServerKit",
                "SignToLoginDialect", "TestSupport", .crypto, .cryptoExtras, .httpTypes, .hummingbird, .hummingbirdTesting, .jwtKit,
                .logging, .nioCore,
            ],
            path: "Tests/IdentityTestSupport"
        ),
        .target(
            name: "FilesTestSupport",
            dependencies: [
                "Files", "ParaphPDFCrypto", "ParaphStorage", "ParaphWire", "ServerKit", "TestSupport", .crypto, .httpTypes, .hummingbird,
                .hummingbirdTesting, .logging, .nioCore,
            ],
            path: "Tests/FilesTestSupport"
        ),
        .target(
            name: "DocumentsTestSupport",
            dependencies: [
                "Documents", "ParaphInk", "ParaphPDFCrypto", "ParaphStorage", "ParaphWire", "ServerKit", "TestSupport", .crypto, .logging,
            ],
            path: "Tests/DocumentsTestSupport"
        ),
        .target(
            name: "AppTestSupport",
            dependencies: ["App", "ParaphWire", "ServerKit", "StoragePostgreSQL", "TestSupport", .hummingbirdTesting, .logging],
            path: "Tests/AppTestSupport"
        ),
        .testTarget(
            name: "ParaphInkTests",
            dependencies: ["ParaphInk", "RandomTestSupport"],
            exclude: ["Codec/Fixtures", "Rendering/Snapshots"]
        ),
        .target(
            name: "ParaphClientTestSupport",
            dependencies: [
                "App", "AppTestSupport", "Channels", "Identity", "ParaphClient", "ParaphInk", "ParaphStorage", "ParaphVerification",
                "ParaphWire", "ServerKit", "StorageTestSupport", "TestSupport", .crypto, .httpTypes, .hummingbird, .hummingbirdTesting,
                .logging, .nioCore,
            ],
            path: "Tests/ParaphClientTestSupport"
        ),
        .testTarget(
            name: "ParaphClientTests",
            dependencies: [
                "App", "AppTestSupport", "Files", "FilesTestSupport", "Identity", "ParaphClient", "ParaphClientNIO",
                "ParaphClientTestSupport", "ParaphInk", "ParaphStorage", "ParaphVerification", "ParaphWire", "ServerKit",
                "StorageTestSupport", "TestSupport", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .hummingbirdTesting, .logging,
                .nioCore,
            ]
        ),
        .testTarget(
            name: "ParaphViewModelsTests",
            dependencies: [
                "App", "AppTestSupport", "FilesTestSupport", "Identity", "ParaphClient", "ParaphClientTestSupport", "ParaphInk",
                "ParaphPDF",
                "ParaphStorage", "ParaphVerification", "ParaphViewModels", "ParaphWire", "ServerKit", "StorageTestSupport", "TestSupport",
                "WebUI",
            ]
        ),
        .testTarget(name: "ParaphEncodingTests", dependencies: ["ParaphEncoding"]),
        .testTarget(name: "ParaphInkFormatsTests", dependencies: ["ParaphInk", "ParaphInkFormats", "RandomTestSupport", "CZlib"]),
        .testTarget(name: "ParaphPAdESTests", dependencies: ["ParaphPAdES", "ParaphPDF", "ParaphTrust", .crypto, .x509]),
        .testTarget(
            name: "ParaphPDFTests",
            dependencies: ["ParaphPDF", "ParaphPDFCrypto", "ProcessTestSupport", "RandomTestSupport", "CZlib", .crypto, .cryptoExtras],
            exclude: ["Encryption/Fixtures"]
        ),
        .testTarget(
            name: "ParaphTrustTests",
            dependencies: ["ParaphTrust", "ProcessTestSupport", .crypto, .cryptoExtras, .swiftASN1, .x509],
            exclude: ["Keys/RFC9579"]
        ),
        .testTarget(name: "ParaphVerificationTests", dependencies: ["ParaphInk", "ParaphInkFormats", "ParaphVerification"]),
        .testTarget(name: "ParaphWireTests", dependencies: ["ParaphWire"], exclude: ["Golden"]),
        .testTarget(name: "PasskeysTests", dependencies: ["Passkeys", "TestSupport", .crypto, .cryptoExtras]),
        .testTarget(
            name: "ParaphStorageTests",
            dependencies: ["ParaphStorage", "RandomTestSupport", "StoragePostgreSQL", "StorageTestSupport", .crypto, .grdb, .logging]
        ),
        .testTarget(
            name: "ServerKitTests",
            dependencies: [
                "ParaphStorage", "ParaphWire", "ServerKit", "StorageTestSupport", "TestSupport", .httpTypes, .hummingbird,
                .hummingbirdTesting, .logging, .nioCore, .nioEmbedded, .nioHTTP1,
            ]
        ),
        .testTarget(
            name: "SignToLoginDialectTests",
            dependencies: [
                "ServerKit", "SignToLoginDialect", "TestSupport", .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore,
            ]
        ),
        .testTarget(
            name: "ChannelsTests",
            dependencies: [
                "Channels", "ParaphStorage", "ParaphTrust", "ParaphWire", "ProcessTestSupport", "ServerKit", "StoragePostgreSQL",
                "StorageTestSupport", "TestSupport", .crypto, .httpTypes, .hummingbird, .hummingbirdHTTP2, .logging, .nioCore, .nioSSL,
                .swiftASN1, .x509,
            ]
        ),
        .testTarget(
            name: "IdentityTests",
            dependencies: [
                "Identity", "IdentityTestSupport", "ParaphInk", "ParaphInkFormats", "ParaphStorage", "ParaphVerification", "ParaphWire",
                "ServerKit", "TestSupport", .crypto, .httpTypes, .hummingbirdTesting, .nioCore,
            ]
        ),
        .testTarget(
            name: "SignToLoginTests",
            dependencies: [
                "Identity", "IdentityTestSupport", "ParaphInk", "ParaphInkFormats", "ParaphStorage", "ParaphVerification", "ParaphWire",
                "ServerKit", "SignToLoginDialect", "TestSupport", .httpTypes, .hummingbird, .hummingbirdTesting, .nioCore,
            ]
        ),
        .testTarget(
            name: "OAuth2Tests",
            dependencies: [
                "Identity", "IdentityTestSupport", "ParaphStorage", "ParaphTrust", "ParaphWire", "ServerKit", "StorageTestSupport",
                "TestSupport", .crypto, .httpTypes, .hummingbirdTesting, .nioCore,
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "Documents", "DocumentsTestSupport", "ParaphEncoding", "ParaphInk", "ParaphPAdES", "ParaphPDF", "ParaphStorage",
                "ParaphTrust", "ParaphWire", "ServerKit", "StorageTestSupport", "TestSupport", .crypto, .httpTypes, .hummingbird,
                .hummingbirdTesting, .nioCore, .x509,
            ]
        ),
        .testTarget(
            name: "FilesTests",
            dependencies: [
                "Files", "FilesTestSupport", "ParaphPDF", "ParaphStorage", "ParaphWire", "ServerKit", "StorageTestSupport", "TestSupport",
                .crypto, .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore,
            ]
        ),
        .testTarget(
            name: "WebUITests",
            dependencies: [
                "ParaphVerification", "ParaphWire", "ServerKit", "TestSupport", "WebUI", .httpTypes, .hummingbird, .hummingbirdTesting,
                .logging,
            ]
        ),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "AppTestSupport", "Channels", "Documents", "DocumentsTestSupport", "Files", "FilesTestSupport", "Identity",
                "IdentityTestSupport", "ParaphInk", "ParaphInkPDF", "ParaphPAdES", "ParaphPDF", "ParaphPDFCrypto", "ParaphStorage",
                "ParaphTrust", "ParaphVerification", "ParaphWire", "ServerKit", "StoragePostgreSQL", "StorageTestSupport", "TestSupport",
                "WebUI", .crypto, .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore, .serviceLifecycle, .x509,
            ]
        ),
    ]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    // What screens are made of belongs to the main actor.
    if ["ParaphUI", "ParaphViewModels"].contains(target.name) { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
}

// Unoptimised, an enrolment takes ten seconds instead of some milliseconds, and every test that enrols with it. Tests themselves compute
// little, and are compiled in half the time unoptimised, also against optimised modules. Packages that use ours are spared these flags,
// which they would have to allow.
if !Context.packageDirectory.contains("/checkouts/") {
    for target in package.targets where target.name == "ParaphVerification" {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
    for target in package.targets where target.type == .test || target.path?.hasPrefix("Tests/") == true {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
    // lld links in a third of gold's time, and keeps relocations so short that the program takes 4 to 9 MB less memory.
    let linker = ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
    for target in package.targets where target.type == .test || target.type == .executable {
        target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(linker, .when(platforms: [.linux]))]
    }
}
