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

/// Products that an app needs beside the library: a back end other than Sesame's, and the take-over from its earlier
/// versions.
let extras = [
    "AuthService": ["SesameFirebase"], "Couple": ["SesameFirebase", "SesameMigration"],
    "FamilySync": ["SesameAppwrite"], "Prysm": ["SesameFirebase", "SesameMigration"],
]

/// Back ends of the apps' own, which are no part of them.
let backEnds = ["CastMate": "BackEnd", "Couple": "BackEnd"]

/// The code of one example app: what such an app adds to the library, without its views.
func app(_ name: String) -> Target {
    .target(
        name: "\(name)Example",
        dependencies: [product("Sesame"), product("SesameTexts")]
            + (extras[name] ?? []).map(product),
        path: name, exclude: ["app.json", "README.md"] + (backEnds[name].map { [$0] } ?? []),
        swiftSettings: swiftSettings)
}

let apps = ["Couple", "FamilySync", "CastMate", "Prysm", "AuthService"]

/// The code that the guides show, which scripts/docs compares with their pages.
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
