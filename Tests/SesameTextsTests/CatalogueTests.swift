import Foundation
import SesameCore
import SesameWire
import Testing

@testable import SesameTexts

/// Tests that every error code has a text, and that every text is used. `scripts/texts --check` verifies that the
/// translations are complete.
@Suite struct CatalogueTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let hasViews = FileManager.default.fileExists(
        atPath: package.appendingPathComponent("Sources/SesameUI").path)

    @Test func `every error code has a text, and every error text has a code`() {
        let clients: [AuthError.Code] = [.cancelled, .throttled, .offline, .guestSignedIn, .storageLocked]
        let codes = Set((Array(AuthError.Code.statuses.keys) + clients).map { "error_" + $0.rawValue })
        let texts = Set(TextKey.allCases.map(\.rawValue).filter { $0.hasPrefix("error_") })
        #expect(codes.subtracting(texts) == [])
        #expect(texts.subtracting(codes) == [])
    }

    @Test(.enabled(if: hasViews, "the views are not here"))
    func `every text is used in the sources`() throws {
        let sources = try Self.sources()
        let unused = TextKey.allCases.filter { key in
            !key.rawValue.hasPrefix("error_") && !Self.ofApps.contains(key)
                && !sources.contains("[.\(key)]") && !sources.contains("text(.\(key),")
        }
        #expect(unused.map(\.rawValue) == [])
    }

    /// The texts for an app's own screens: another label on a button, steps of an onboarding, a note above stored data.
    private static let ofApps: Set<TextKey> = [.signInWithGoogle, .next, .done, .cachedNotice]

    /// Returns the Swift code in the package's `Sources` folder, except the files that define the text keys.
    private static func sources() throws -> String {
        let folder = package.appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var sources = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", !file.lastPathComponent.hasPrefix("TextKey") else { continue }
            sources += try String(contentsOf: file, encoding: .utf8)
        }
        return sources
    }
}
