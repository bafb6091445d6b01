// swift-tools-version: 6.2
import PackageDescription

/// True if the dependencies are in `.deps` instead of being fetched; see `scripts/bootstrap`.
let usesLocalDependencies = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

/// Returns a dependency on a package by its folder in `.deps` or its URL. Ranges end before the next minor version,
/// which is not tested yet; swift-crypto's range is the client package's.
func dependency(_ name: String, _ versions: Range<Version>) -> Package.Dependency {
    usesLocalDependencies
        ? .package(path: "../.deps/\(name)")
        : .package(url: "https://github.com/apple/\(name).git", versions)
}

/// The commit, followed by `+` if files have changed since; empty outside a Git repository.
let commit = Context.gitInformation.map { $0.currentCommit + ($0.hasUncommittedChanges ? "+" : "") } ?? ""

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioLocks: Target.Dependency = .product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "_CryptoExtras", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let core: Target.Dependency = .product(name: "SesameCore", package: "sesame")
let wire: Target.Dependency = .product(name: "SesameWire", package: "sesame")
let tokens: Target.Dependency = .product(name: "SesameTokens", package: "sesame")

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

/// Settings of the targets of `sesame-dev` only. Optimizing them would only make the build slower.
let developmentSettings = swiftSettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "sesame-server",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "sesame", targets: ["SesameCommand"]),
        .executable(name: "sesame-dev", targets: ["SesameDevCommand"]),
        // For the fuzzer, which is a separate package.
        .library(
            name: "SesameServer",
            targets: ["SesameServer", "SesameOperations", "SesameAccounts", "SesameSQLite", "SesameHTTP"]),
    ],
    dependencies: [
        .package(name: "sesame", path: ".."),
        dependency("swift-nio", .upToNextMinor(from: "2.65.0")),
        dependency("swift-log", .upToNextMinor(from: "1.5.4")),
        dependency("swift-crypto", "3.0.0"..<"6.0.0"),
        dependency("swift-argument-parser", .upToNextMinor(from: "1.4.0")),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CCurlSystem", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CCrypt", pkgConfig: "libxcrypt", providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
        .systemLibrary(
            name: "CQRCode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CBuild", cSettings: [.define("SESAME_COMMIT", to: "\"\(commit)\"")]),
        .target(name: "CCurl", dependencies: ["CCurlSystem"]),
        .target(name: "CExamples"),
        .target(name: "CEmbeddedFiles"),
        .target(name: "CPasswords", exclude: ["NOTICE", "common.bin", "words.txt"]),
        .target(
            name: "SesameHTTP", dependencies: ["CCurl", "CZlib", nio, nioPosix, nioHTTP1, nioLocks, logging],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameAccounts", dependencies: ["CPasswords", "SesameText", core, wire, tokens, crypto],
            swiftSettings: swiftSettings),
        .target(name: "SesameText", swiftSettings: swiftSettings),
        .target(
            name: "SesamePasswords",
            dependencies: ["CSodium", "CCrypt", "SesameAccounts", core, wire, crypto, cryptoExtras],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameStorageConformance", dependencies: ["SesameAccounts", core, wire, tokens],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameSQLite", dependencies: ["CSQLite", "SesameAccounts", core, wire, tokens],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameDevelopmentProviders",
            dependencies: ["SesameHTTP", "SesameText", core, wire, tokens, crypto, cryptoExtras, nio, nioHTTP1],
            swiftSettings: developmentSettings),
        .target(
            name: "SesameSurface",
            dependencies: [
                "SesameHTTP", "SesameAccounts", "CEmbeddedFiles", core, wire, tokens, crypto, logging, nio, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameOperations",
            dependencies: [
                "SesameSurface", "SesameHTTP", "SesameAccounts", "SesameSQLite", "SesamePasswords", "CBuild", core,
                wire, tokens, crypto, cryptoExtras, logging, nio, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameNativeSurface",
            dependencies: [
                "SesameSurface", "SesameHTTP", "SesameAccounts", "SesameText", core, wire, tokens, logging, nio,
                nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameWebSurface",
            dependencies: [
                "SesameSurface", "SesameHTTP", "SesameAccounts", "SesameText", "CEmbeddedFiles", "CQRCode", core, wire,
                tokens,
                crypto,
                logging, nio, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameFirebaseSurface",
            dependencies: [
                "SesameSurface", "SesameHTTP", "SesameAccounts", core, wire, tokens, crypto, logging, nio, nioHTTP1,
                nioLocks,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameAppwriteSurface",
            dependencies: [
                "SesameSurface", "SesameHTTP", "SesameAccounts", core, wire, tokens, crypto, logging, nio, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameServer",
            dependencies: [
                "SesameNativeSurface", "SesameWebSurface", "SesameFirebaseSurface", "SesameAppwriteSurface",
                "SesameOperations", "SesameSurface", "SesameHTTP", "SesameAccounts", "SesameSQLite", "SesamePasswords",
                core, tokens, logging, nio,
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameDevelopment",
            dependencies: [
                "CExamples", "SesameServer", "SesameOperations", "SesameSurface", "SesameDevelopmentProviders",
                "SesameAccounts",
                "SesameHTTP", core, tokens, crypto, logging, nio, nioPosix,
            ],
            swiftSettings: developmentSettings),
        .target(
            name: "SesameDemo",
            dependencies: [
                "SesameHTTP", "SesameText", core, wire, .product(name: "Sesame", package: "sesame"),
                .product(name: "SesameAppwrite", package: "sesame"),
                .product(name: "SesameFirebase", package: "sesame"), .product(name: "SesameTexts", package: "sesame"),
                .product(name: "SesameTesting", package: "sesame"),
            ],
            swiftSettings: developmentSettings),
        .target(
            name: "SesameTerminal",
            dependencies: ["SesameOperations", "SesameHTTP", core, logging, arguments], swiftSettings: swiftSettings),
        .executableTarget(
            name: "SesameCommand",
            dependencies: [
                "SesameTerminal", "SesameServer", "SesameOperations", "SesameAccounts", "SesameHTTP", core, wire,
                tokens, logging, nio, arguments,
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "SesameDevCommand",
            dependencies: [
                "SesameTerminal", "SesameServer", "SesameOperations", "SesameDevelopment", "SesameDevelopmentProviders",
                "SesameDemo", "SesameAccounts", "SesameText", core, logging, nio, arguments,
                .product(name: "Sesame", package: "sesame"), .product(name: "SesameTexts", package: "sesame"),
            ],
            swiftSettings: developmentSettings),
        .testTarget(
            name: "SesameHTTPTests",
            dependencies: ["SesameHTTP", nio, nioPosix, nioHTTP1, nioLocks, logging], swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameAccountsTests",
            dependencies: [
                "SesameAccounts", "SesameServerRig", "SesameSQLite", "SesamePasswords", "SesameText", core, wire,
                tokens, crypto,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameStorageTests",
            dependencies: ["SesameStorageConformance", "SesameSQLite", "SesameAccounts", core, wire],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameDevelopmentProvidersTests",
            dependencies: [
                "SesameDevelopmentProviders", "SesameHTTP", core, wire, tokens, crypto, cryptoExtras, nio, nioHTTP1,
                logging,
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "SesameCrashProgram", dependencies: [core, wire, .product(name: "Sesame", package: "sesame")],
            path: "Tests/SesameCrashProgram", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ReadmeProgram", dependencies: [.product(name: "Sesame", package: "sesame")],
            path: "Tests/ReadmeProgram", swiftSettings: swiftSettings),
        // The back end of an example app. It is a separate package, compiled here with the dependencies of this one.
        .target(
            name: "CoupleBackEnd", dependencies: [core, tokens, nio, nioPosix, nioHTTP1],
            path: "Tests/CoupleBackEnd", swiftSettings: swiftSettings),
        .executableTarget(
            name: "couple-back-end", dependencies: ["CoupleBackEnd"], path: "Tests/couple-back-end",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameEndToEndTests",
            dependencies: [
                "SesameServer", "SesameOperations", "SesameSurface", "SesameDevelopmentProviders", "SesameDevelopment",
                "SesameDemo", "SesameAccounts", "SesameHTTP", "SesameText", "SesameCrashProgram", "ReadmeProgram",
                "CoupleBackEnd", "couple-back-end", core,
                wire, tokens, crypto, logging, nio, nioPosix, nioHTTP1, nioLocks,
                .product(name: "Sesame", package: "sesame"),
                .product(name: "SesameAppwrite", package: "sesame"),
                .product(name: "SesameFirebase", package: "sesame"),
                .product(name: "SesameTesting", package: "sesame"),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SesameServerRig",
            dependencies: ["SesameHTTP", "SesameAccounts", "SesameSQLite", core, wire, tokens, crypto],
            path: "Tests/SesameServerRig", swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameSurfaceTests",
            dependencies: [
                "SesameSurface", "SesameServerRig", "SesameHTTP", "SesameAccounts", core, wire, tokens, crypto,
                nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameOperationsTests",
            dependencies: [
                "SesameOperations", "SesameSurface", "SesameServerRig", "SesameDevelopmentProviders", "SesameHTTP",
                "SesameAccounts", "SesameSQLite", core, wire, tokens, crypto, cryptoExtras, logging, nio, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameWebSurfaceTests",
            dependencies: [
                "SesameWebSurface", "SesameSurface", "SesameServerRig", "SesameHTTP", "SesameAccounts", "SesameSQLite",
                "SesameText", core, wire, tokens, logging, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameFirebaseSurfaceTests",
            dependencies: [
                "SesameFirebaseSurface", "SesameSurface", "SesameServerRig", "SesameHTTP", "SesameAccounts",
                "SesameSQLite", core, wire, tokens, logging, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameAppwriteSurfaceTests",
            dependencies: [
                "SesameAppwriteSurface", "SesameSurface", "SesameServerRig", "SesameHTTP", "SesameAccounts", core, wire,
                tokens, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameDevelopmentTests",
            dependencies: [
                "SesameDevelopment", "SesameWebSurface", "SesameOperations", "SesameSurface", "SesameServerRig",
                "SesameAccounts", "SesameText", core,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SesameServerTests",
            dependencies: [
                "SesameServer", "SesameNativeSurface", "SesameWebSurface", "SesameOperations", "SesameSurface",
                "SesameServerRig", "SesameHTTP", "SesameAccounts", core, wire, tokens, logging, nioHTTP1,
            ],
            swiftSettings: swiftSettings),
    ]
)
