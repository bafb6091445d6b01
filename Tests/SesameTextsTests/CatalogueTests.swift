import Foundation
import SesameCore
import Testing

@testable import SesameTexts

/// The catalogue that translators edit, and the Swift form of it.
@Suite struct CatalogueTests {
    private struct Catalogue: Decodable {
        struct Entry: Decodable {
            var comment: String
            var localizations: [String: Localization]
        }

        struct Localization: Decodable {
            var stringUnit: Unit
        }

        struct Unit: Decodable {
            var state: String
            var value: String
        }

        var sourceLanguage: String
        var strings: [String: Entry]
    }

    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let hasViews = FileManager.default.fileExists(
        atPath: package.appendingPathComponent("Sources/SesameUI").path)

    private func catalogue() throws -> Catalogue {
        let file = Self.package.appendingPathComponent("Sources/SesameTexts/Localizable.xcstrings")
        return try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: file))
    }

    @Test func `the Swift form is made from the catalogue as it is`() throws {
        let strings = try catalogue().strings
        #expect(Set(strings.keys) == Set(TextKey.allCases.map(\.rawValue)))
        for key in TextKey.allCases {
            for language in TextLanguage.allCases {
                let unit = strings[key.rawValue]?.localizations[language.rawValue]?.stringUnit
                #expect(unit?.value == Texts(language)[key], "run scripts/texts")
            }
        }
    }

    @Test func `every text is there in every language and has a comment for translators`() throws {
        for (key, entry) in try catalogue().strings {
            #expect(!entry.comment.isEmpty, "\(key)")
            #expect(Set(entry.localizations.keys) == Set(TextLanguage.allCases.map(\.rawValue)), "\(key)")
            for localization in entry.localizations.values {
                #expect(localization.stringUnit.state == "translated", "\(key)")
                let value = localization.stringUnit.value
                #expect(!value.isEmpty && value == value.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
            }
        }
    }

    @Test(arguments: TextKey.allCases)
    func `the placeholders are the same in every language, numbered from 1`(key: TextKey) {
        let placeholders = TextLanguage.allCases.map { Self.placeholders(of: Texts($0)[key]) }
        #expect(Set(placeholders).count == 1)
        for placeholders in placeholders {
            #expect(placeholders == (1...max(placeholders.count, 1)).prefix(placeholders.count).map { "%\($0)$@" })
        }
    }

    @Test func `every code has a text of its own, and every such text a code`() {
        let clients: [AuthError.Code] = [.cancelled, .throttled, .offline, .storageLocked]
        let codes = Set((Array(AuthError.Code.statuses.keys) + clients).map { "error_" + $0.rawValue })
        let texts = Set(TextKey.allCases.map(\.rawValue).filter { $0.hasPrefix("error_") })
        #expect(codes.subtracting(texts) == [])
        #expect(texts.subtracting(codes) == [])
    }

    /// What nothing shows is translated for nothing.
    @Test(.enabled(if: hasViews, "the views are not here"))
    func `every text is shown somewhere`() throws {
        let sources = try Self.sources()
        let unused = TextKey.allCases.filter { key in
            !key.rawValue.hasPrefix("error_") && !Self.ofApps.contains(key)
                && !sources.contains("[.\(key)]") && !sources.contains("text(.\(key),")
        }
        #expect(unused.map(\.rawValue) == [])
    }

    /// For what apps build themselves: other words on the buttons, steps of an onboarding, a note over stored data, the
    /// choice between two accounts.
    private static let ofApps: Set<TextKey> = [
        .signInWithGoogle, .continueWithApple, .next, .done, .cachedNotice, .chooseAccountTitle, .chooseAccountText,
        .chooseAccountKeep, .chooseAccountSwitch, .chooseAccountMerge,
    ]

    /// The placeholders of a text, each once, in order.
    private static func placeholders(of text: String) -> [String] {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        return Set(parts.map { "%" + $0.prefix(3) }).sorted()
    }

    /// All that is written about texts beside their tables.
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
