// swift-tools-version: 6.2
import PackageDescription

/// True if the dependencies are in `.deps` instead of being fetched; see `scripts/bootstrap`.
let usesLocalDependencies = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

let dependencies: [Package.Dependency] =
    if usesLocalDependencies {
        [.package(path: ".deps/swift-crypto")]
    } else {
        // An app's other packages may require any of these majors. Only 3.0 is compiled and tested here.
        [.package(url: "https://github.com/apple/swift-crypto.git", "3.0.0"..<"6.0.0")]
    }

var swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
#if os(Linux)
    // Warnings are errors only in development, so that a warning of another compiler does not fail a user's build.
    swiftSettings.append(.treatAllWarnings(as: .error))
#endif

let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]

let package = Package(
    name: "sesame",
    // SesameApple and SesameUI are for iOS and macOS only.
    platforms: [.iOS(.v17), .macOS(.v14), .visionOS(.v1)],
    products: [
        .library(name: "Sesame", targets: ["Sesame"]),
        .library(name: "SesameApple", targets: ["SesameApple"]),
        .library(name: "SesameAppwrite", targets: ["SesameAppwrite"]),
        .library(name: "SesameCore", targets: ["SesameCore"]),
        .library(name: "SesameFirebase", targets: ["SesameFirebase"]),
        .library(name: "SesameMigration", targets: ["SesameMigration"]),
        .library(name: "SesameTesting", targets: ["SesameTesting"]),
        .library(name: "SesameTexts", targets: ["SesameTexts"]),
        .library(name: "SesameTokens", targets: ["SesameTokens"]),
        .library(name: "SesameUI", targets: ["SesameUI"]),
        .library(name: "SesameWire", targets: ["SesameWire"]),
    ],
    dependencies: dependencies,
    targets: [
        .target(
            name: "SesameCore",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: swiftSettings),
        .target(name: "SesameWire", dependencies: ["SesameCore"], swiftSettings: swiftSettings),
        .target(
            name: "Sesame",
            dependencies: [
                "SesameCore", "SesameWire", "SesameTexts", .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: privacy,
            swiftSettings: swiftSettings),
        .target(
            name: "SesameApple",
            dependencies: ["Sesame", "SesameCore", .product(name: "Crypto", package: "swift-crypto")],
            resources: privacy, swiftSettings: swiftSettings),
        .target(
            name: "SesameAppwrite", dependencies: ["Sesame", "SesameCore", "SesameWire"], resources: privacy,
            swiftSettings: swiftSettings),
        .target(
            name: "SesameFirebase", dependencies: ["Sesame", "SesameCore", "SesameWire"], resources: privacy,
            swiftSettings: swiftSettings),
        .target(
            name: "SesameMigration", dependencies: ["Sesame", "SesameCore", "SesameWire"], resources: privacy,
            swiftSettings: swiftSettings),
        .target(
            name: "SesameUI", dependencies: ["Sesame", "SesameCore", "SesameTexts"], resources: privacy,
            swiftSettings: swiftSettings),
        .target(
            name: "SesameTesting",
            dependencies: ["Sesame", "SesameCore", "SesameWire", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameTexts",
            dependencies: ["SesameCore"],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameTokens",
            dependencies: [
                "SesameCore", "SesameWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameAppwriteTests",
            dependencies: ["SesameAppwrite", "Sesame", "SesameCore", "SesameWire", "SesameTesting"],
            swiftSettings: swiftSettings),
        .testTarget(name: "SesameCoreTests", dependencies: ["SesameCore"], swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameWireTests", dependencies: ["SesameCore", "SesameWire"], swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameTests",
            dependencies: [
                "Sesame", "SesameApple", "SesameCore", "SesameWire", "SesameTesting",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameMigrationTests",
            dependencies: ["SesameMigration", "Sesame", "SesameCore", "SesameTesting"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameFirebaseTests",
            dependencies: ["SesameFirebase", "Sesame", "SesameCore", "SesameWire", "SesameTesting"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameTestingTests", dependencies: ["SesameTesting", "Sesame", "SesameCore"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameTextsTests",
            dependencies: ["SesameTexts", "Sesame", "SesameCore", "SesameWire"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameTokensTests",
            dependencies: [
                "SesameTokens", "SesameCore", "SesameWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: swiftSettings),
    ]
)
