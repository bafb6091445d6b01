// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "sesame") }

/// The products that an app needs in addition to the library: a client of another back end, or the migration from
/// earlier versions of the app.
let extras = [
    "AuthService": ["SesameFirebase"], "Couple": ["SesameFirebase", "SesameMigration"],
    "FamilySync": ["SesameAppwrite"], "Prysm": ["SesameFirebase", "SesameMigration"],
]

/// The folder of each app's own back end, which the app's target excludes.
let backEnds = ["CastMate": "BackEnd", "Couple": "BackEnd"]

/// Returns the target with an example app's code, except for its SwiftUI views, which are in the folder `iOS`.
func app(_ name: String) -> Target {
    .target(
        name: "\(name)Example",
        dependencies: [product("Sesame"), product("SesameTexts")]
            + (extras[name] ?? []).map(product),
        path: name, exclude: ["app.json", "README.md"] + (backEnds[name].map { [$0] } ?? []),
        swiftSettings: swiftSettings)
}

let apps = ["Couple", "FamilySync", "CastMate", "Prysm", "AuthService"]

/// The target with the guides' code, which scripts/docs compares with the pages.
let guide = Target.target(
    name: "Guide",
    dependencies: [
        "Sesame", "SesameAppwrite", "SesameCore", "SesameFirebase", "SesameTexts", "SesameTokens",
        "SesameWire",
    ].map(
        product),
    path: "Guide", swiftSettings: swiftSettings)

let examples: [Target.Dependency] = apps.map { .target(name: "\($0)Example") }
let tests = Target.testTarget(
    name: "ExampleTests",
    dependencies: examples + [
        "Guide", product("Sesame"), product("SesameAppwrite"), product("SesameFirebase"),
        product("SesameMigration"), product("SesameTesting"),
        product("SesameTexts"), product("SesameWire"),
    ],
    path: "Tests", swiftSettings: swiftSettings)

let package = Package(
    name: "sesame-examples",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "sesame", path: "..")],
    targets: apps.map(app) + [guide, tests]
)
