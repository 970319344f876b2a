// swift-tools-version: 6.2
import PackageDescription

// The peer of load.py: what Hummingbird answers when nothing is asked of it.
let package = Package(
    name: "hello",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")],
    targets: [.executableTarget(name: "hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])]
)
