// swift-tools-version: 6.2
import PackageDescription

/// True if the dependencies are in `.deps` instead of being fetched; see `scripts/bootstrap`.
let usesLocalDependencies = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

/// The package of the benchmarks, separate so that a build of the server does not include them.
let package = Package(
    name: "sesame-benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        usesLocalDependencies
            ? .package(path: "../.deps/swift-nio")
            : .package(url: "https://github.com/apple/swift-nio.git", .upToNextMinor(from: "2.65.0"))
    ],
    targets: [
        .executableTarget(
            name: "Baseline",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Baseline",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ])
    ]
)
