// swift-tools-version: 6.2
import PackageDescription

/// True if the dependencies are in `.deps` instead of being fetched; see `scripts/bootstrap`.
let usesLocalDependencies = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

func dependency(_ name: String, _ versions: Range<Version>) -> Package.Dependency {
    usesLocalDependencies
        ? .package(path: "../.deps/\(name)")
        : .package(url: "https://github.com/apple/\(name).git", versions)
}

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "sesame-fuzz",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "sesame-fuzz", targets: ["SesameFuzz"])],
    dependencies: [
        .package(name: "sesame", path: ".."),
        .package(name: "sesame-server", path: "../Server"),
        dependency("swift-nio", .upToNextMinor(from: "2.65.0")),
        dependency("swift-log", .upToNextMinor(from: "1.5.4")),
        dependency("swift-crypto", "3.0.0"..<"6.0.0"),
    ],
    targets: [
        .executableTarget(
            name: "SesameFuzz",
            dependencies: [
                .product(name: "SesameCore", package: "sesame"),
                .product(name: "SesameTokens", package: "sesame"),
                .product(name: "SesameWire", package: "sesame"),
                .product(name: "SesameServer", package: "sesame-server"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            // libFuzzer defines `main`.
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])])
    ]
)
