// swift-tools-version: 6.2
import PackageDescription

// By `path` inside the repository of Sesame; in your own copy, name the two packages by URL.
let local = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "couple-back-end",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "sesame", path: "../../.."),
        local
            ? .package(path: "../../../.deps/swift-nio")
            : .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    ],
    targets: [
        .target(
            name: "CoupleBackEnd",
            dependencies: [
                .product(name: "SesameCore", package: "sesame"), .product(name: "SesameTokens", package: "sesame"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .executableTarget(name: "couple-back-end", dependencies: ["CoupleBackEnd"], swiftSettings: settings),
    ]
)
