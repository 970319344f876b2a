// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "storage-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "paraph", path: "../..")],
    targets: [
        .executableTarget(
            name: "writes",
            dependencies: [.product(name: "ParaphStorage", package: "paraph"), .product(name: "StoragePostgreSQL", package: "paraph")]
        ),
        .executableTarget(
            name: "offline",
            dependencies: ["ParaphClient", "ParaphViewModels", "ParaphWire"].map { .product(name: $0, package: "paraph") }
        ),
    ]
)
