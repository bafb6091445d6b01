import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

struct ImportTests {
    private let storage: TestStorage
    private let accounts: Services
    private let apple: AppleDouble
    private let app: App
    private let context = RequestContext(requestID: "import")

    init() async throws {
        storage = try TestStorage()
        let id = try #require(AppID("couple"))
        app = Self.app(id)
        apple = AppleDouble(serving: id, clock: storage.clock)
        accounts = try await .test(storage, apple)
    }

    private static func app(_ id: AppID, roles: [String] = [], required: [String] = []) -> App {
        App(
            id: id,
            providers: [
                .apple: ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
            ], roles: roles,
            profile: ProfileSchema(
                fields: [
                    ProfileFieldDefinition("name"),
                    ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
                    ProfileFieldDefinition("mail", owner: .provider, source: .email),
                ], required: required))
    }

    private func line(_ text: String, number: Int = 1, _ other: App? = nil) throws -> ImportLine {
        try #require(ImportLine(Array(text.utf8), number: number, app: other ?? app, now: storage.clock.now))
    }

    private func lines(_ texts: [String]) throws -> [ImportLine] {
        try texts.enumerated().map { try line($1, number: $0 + 1) }
    }

    private func take(_ texts: String...) async throws -> ImportService.ImportReport {
        try await accounts.imports.importAccounts(try lines(texts), into: app, context: context)
    }

    private func view(_ id: String) async throws -> AccountRecord? {
        try await storage.engine.read { [app] reader throws(StorageError) in
            try reader.view(of: AccountID(id), in: app.id)
        }
    }

    private func signIn(_ subject: String) async throws -> SignIn {
        let nonce = accounts.providers.issueNonce(for: app)
        let credential = ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        return try await accounts.signIn.signIn(with: credential, to: app, context: context)
    }

    private static let whole = """
        {"id": "auth0|u-1", "identities": [{"provider": "apple", "subject": "001.a.1", "email": "Test@Example.com", \
        "emailVerified": true, "givenName": "Test", "familyName": "User 1"}], "profile": {"name": "T", \
        "isSubscribed": true}, "onboarded": true, "createdAt": "2024-05-01T08:00:00.250Z", \
        "lastSignInAt": 1750000000000, "disabled": true}
        """

    @Test func `a complete line becomes an account with all its values`() async throws {
        let report = try await take(Self.whole)
        #expect(report.added == 1 && report.refused.isEmpty)
        let view = try #require(try await view("auth0|u-1"))
        #expect(view.account.createdAt == Date(millisecondsSince1970: 1_714_550_400_250))
        #expect(view.account.lastSignInAt == Date(millisecondsSince1970: 1_750_000_000_000))
        #expect(view.account.disabledAt == storage.clock.now)
        #expect(view.account.profile.fields == ["name": "T", "isSubscribed": true])
        #expect(view.account.profile.onboarding == .completed)
        #expect(view.identities.map(\.subject) == ["001.a.1"])
        #expect(view.claims.email == "Test@Example.com" && view.claims.nameToShow == "Test User 1")
    }

    @Test func `an imported user signs in to their imported account`() async throws {
        _ = try await take(#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#)
        let result = try await signIn("001.a.1")
        #expect(result.view.account.id.description == "u1" && !result.isNew)
    }

    @Test func `values missing from a line are those of a new account`() async throws {
        _ = try await take(#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#)
        let account = try #require(try await view("u1")).account
        #expect(account.createdAt == storage.clock.now && account.lastSignInAt == storage.clock.now)
        #expect(account.profile.fields == ["isSubscribed": false] && account.disabledAt == nil)
    }

    @Test func `a line without an id gets a new one and is recognized by its identity`() async throws {
        let text = #"{"identities": [{"provider": "apple", "subject": "001.a.1"}]}"#
        #expect(try await take(text).added == 1)
        #expect(try await take(text) == report(unchanged: 1))
    }

    @Test func `importing the same line again changes nothing and reports it unchanged`() async throws {
        #expect(try await take(Self.whole).added == 1)
        storage.clock.advance(by: 60)
        #expect(try await take(Self.whole, Self.whole) == report(unchanged: 2))
    }

    @Test func `a repeated line creates one account`() async throws {
        #expect(try await take(Self.whole, Self.whole) == report(added: 1, unchanged: 1))
    }

    private func report(added: Int = 0, unchanged: Int = 0) -> ImportService.ImportReport {
        var report = ImportService.ImportReport()
        report.added = added
        report.unchanged = unchanged
        return report
    }

    @Test(arguments: [
        (#""createdAt": 1600000000000"#, "createdAt"), (#""disabled": true"#, "disabled"),
        (#""profile": {"name": "other"}"#, "profile"),
    ])
    func `a line that contradicts its account is rejected and changes nothing`(
        _ member: String, _ field: String
    ) async throws {
        let identities = #""id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]"#
        _ = try await take("{\(identities)}")
        let before = try await view("u1")
        let problem = try #require(try await take("{\(identities), \(member)}").refused.first)
        #expect(problem.field == field && problem.line == 1)
        #expect(try await view("u1") == before)
    }

    @Test func `an identity of another account is rejected`() async throws {
        _ = try await take(#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#)
        for text in [
            #"{"id": "u2", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#,
            #"{"id": "u1", "identities": [{"provider": "apple", "subject": "002.b.2"}]}"#,
        ] {
            #expect(try await take(text).refused.count == 1, "\(text)")
        }
        #expect(try await view("u2") == nil)
    }

    @Test func `a second line with the same identity or id is rejected before anything is written`() async throws {
        for second in [
            #"{"id": "u2", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#,
            #"{"id": "u1", "identities": [{"provider": "apple", "subject": "002.b.2"}]}"#,
        ] {
            let both = try lines([
                #"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#, second,
            ])
            let check = try await accounts.imports.checkImport(both, into: app)
            #expect(check.refused.map(\.line) == [2] && check.added == 1)
            let report = try await accounts.imports.importAccounts(both, into: app, context: context)
            #expect(report.refused.map(\.line) == [2] && report.added == 0)
        }
        #expect(try await view("u1") == nil)
    }

    @Test(arguments: [
        #""createdAt": 1600000000000"#, #""lastSignInAt": 1750000000000"#, #""disabled": true"#,
        #""onboarded": true"#, #""profile": {"name": "e\u0301"}"#, #""profile": {"name": "\u00e9"}"#,
        #""displayName": "T""#, #""displayName": "e\u0301""#, #""labels": ["a"]"#, #""labels": ["e\u0301"]"#,
        #""email": "t@example.com""#,
        #""email": "t@example.com", "emailVerified": true"#,
        #""email": "t@example.com", "password": {"algorithm": "MD5", "hash": "AAAAAAAAAAAAAAAAAAAAAA==", "rounds": 1}"#,
        #""preferences": {"v": 1}"#, #""preferences": {"v": "1"}"#, #""preferences": {"v": []}"#,
        #""preferences": {"v": false}"#, #""preferences": {"v": {}}"#, #""preferences": {"v": [[]]}"#,
        #""preferences": {"v": 1, "w": 1}"#, #""preferences": {"w": 1}"#,
    ])
    func `a second line with another value is rejected, and one with the same values changes nothing`(
        value: String
    ) async throws {
        let app = Self.withPasswords(app.id)
        let begin = #"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]"#
        let preferences = [#"{"v": 1}"#, #"{"v": "1"}"#, #"{"v": [[]]}"#].map { #""preferences": \#($0)"# }
        for other in preferences + Self.otherNormalForms {
            let both = try [begin + ", \(value)}", begin + ", \(other)}"].enumerated().map {
                try line($1, number: $0 + 1, app)
            }
            let check = try await accounts.imports.checkImport(both, into: app)
            #expect(check.refused.map(\.line) == (value == other ? [] : [2]), "\(value) \(other) \(check)")
            #expect(check.unchanged == (value == other ? 1 : 0))
        }
    }

    /// Texts that look the same as other ones of the test and have other bytes.
    private static let otherNormalForms = [
        #""profile": {"name": "\u00e9"}"#, #""displayName": "\u00e9""#, #""labels": ["\u00e9"]"#,
    ]

    @Test func `claims with other bytes are other claims`() async throws {
        let both = try ["e\\u0301", "\\u00e9"].map {
            try line(
                #"{"identities": [{"provider": "apple", "subject": "001.a.1", "givenName": "\#($0)"}]}"#, number: 1)
        }
        #expect(try await accounts.imports.checkImport(both, into: app).refusedCount == 1)
    }

    @Test func `the order of members does not matter`() async throws {
        let app = Self.withPasswords(app.id)
        let both = try [#"{"a": 1, "b": {"c": 2, "d": 3}}"#, #"{"b": {"d": 3, "c": 2}, "a": 1}"#].map {
            try line(
                #"{"identities": [{"provider": "apple", "subject": "001.a.1"}], "preferences": \#($0)}"#, number: 1, app
            )
        }
        let check = try await accounts.imports.checkImport(both, into: app)
        #expect(check.added == 1 && check.unchanged == 1)
    }

    private static func withPasswords(_ id: AppID) -> App {
        let app = Self.app(id)
        return App(id: id, providers: app.providers, profile: app.profile, passwords: PasswordPolicy())
    }

    @Test func `lines with the same identity are found however far apart they are`() async throws {
        let many = try (1...1_500).map { number in
            try line(
                #"{"id": "u\#(number)", "identities": [{"provider": "apple", "subject": "\#(number % 1_400)"}]}"#,
                number: number)
        }
        let check = try await accounts.imports.checkImport(many, into: app)
        #expect(check.refused.map(\.line) == Array(1_401...1_500) && check.added == 1_400)
    }

    @Test func `a check changes nothing`() async throws {
        #expect(try await accounts.imports.checkImport(try lines([Self.whole]), into: app).added == 1)
        #expect(try await view("auth0|u-1") == nil)
    }

    @Test func `a batch with an invalid line is not written, and earlier batches stay`() async throws {
        var all = try (1...1_999).map { number in
            try line(#"{"id": "u\#(number)", "identities": [{"provider": "apple", "subject": "\#(number)"}]}"#)
        }
        all.append(try line("{}", number: 2_000))
        all.append(try line(#"{"id": "z", "identities": [{"provider": "apple", "subject": "z"}]}"#, number: 2_001))
        let report = try await accounts.imports.importAccounts(all, into: app, context: context)
        #expect(report.added == 1_000 && report.refused.map(\.line) == [2_000])
        #expect(try await view("u1000") != nil)
        #expect(try await view("u1001") == nil)
        #expect(try await view("z") == nil)
    }

    @Test func `a deleted account is not imported again`() async throws {
        _ = try await take(#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#)
        let (digest, now, app) = (
            accounts.sessions.tombstones.digest(of: AccountID("u1"), in: app.id), storage.clock.now, app.id
        )
        try await storage.engine.write { transaction throws(StorageError) in
            try transaction.delete(AccountID("u1"), in: app)
            try transaction.insert(Tombstone(digest: digest, at: now, cause: .deleted))
        }
        let report = try await take(#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#)
        #expect(report.refused.first?.reason == "an account with this id was deleted or merged")
    }

    @Test func `a profile that the user has changed since does not count as a difference`() async throws {
        let text =
            #"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}], "profile": {"name": "T"}}"#
        _ = try await take(text)
        storage.clock.advance(by: 60)
        let result = try await signIn("001.a.1")
        let session = try #require(
            try await storage.engine.read { reader throws(StorageError) in try reader.session(result.session.id) })
        _ = try await accounts.account.changeProfile(
            of: Caller(app: app, session: session, checkedAt: storage.clock.now),
            by: ProfilePatch(fields: ["name": "U"]), if: .any, context: context)
        #expect(try await take(text) == report(unchanged: 1))
    }

    @Test(
        arguments: [
            ("[]", nil), ("{", nil), (#"{"id": "u1"}"#, "identities"),
            (#"{"id": "u1", "identities": []}"#, "identities"),
            (#"{"id": "", "identities": [I]}"#, "id"), (#"{"id": "a b", "identities": [I]}"#, "id"),
            (#"{"id": "a/b", "identities": [I]}"#, "id"), (#"{"id": "é", "identities": [I]}"#, "id"),
            (#"{"id": 1, "identities": [I]}"#, "id"), (#"{"uid": "u1", "identities": [I]}"#, "uid"),
            (#"{"id": "\#(String(repeating: "a", count: 129))", "identities": [I]}"#, "id"),
            (#"{"identities": [I, I]}"#, "identities[1]"), (#"{"identities": ["x"]}"#, "identities[0]"),
            (#"{"identities": [{"provider": "google", "subject": "1"}]}"#, "identities[0].provider"),
            (#"{"identities": [{"provider": "password", "subject": "1"}]}"#, "identities[0].provider"),
            (#"{"identities": [{"provider": "apple"}]}"#, "identities[0].subject"),
            (#"{"identities": [{"provider": "apple", "subject": "test@example.com"}]}"#, "identities[0].subject"),
            (#"{"identities": [{"provider": "apple", "email": "test@example.com"}]}"#, "identities[0].subject"),
            (
                #"{"identities": [{"provider": "apple", "email": "t@e.com", "emailVerified": true, "privateEmail": true}]}"#,
                "identities[0].subject"
            ),
            (#"{"identities": [{"provider": "apple", "subject": "1", "phone": "1"}]}"#, "identities[0].phone"),
            (
                #"{"identities": [{"provider": "apple", "subject": "1", "emailVerified": 1}]}"#,
                "identities[0].emailVerified"
            ),
            (#"{"identities": [I], "role": "ACTEUR"}"#, "role"), (#"{"identities": [I], "profile": []}"#, "profile"),
            (#"{"identities": [I], "profile": {"age": 1}}"#, "profile.age"),
            (#"{"identities": [I], "profile": {"name": 1}}"#, "profile.name"),
            (#"{"identities": [I], "profile": {"mail": "m"}}"#, "profile.mail"),
            (#"{"identities": [I], "profile": {"name": "\#(String(repeating: "a", count: 65_540))"}}"#, "profile"),
            (#"{"identities": [I], "createdAt": "2024-05-01"}"#, "createdAt"),
            (#"{"identities": [I], "createdAt": 4000000000000}"#, "createdAt"),
            (#"{"identities": [I], "createdAt": -1}"#, "createdAt"),
            (#"{"identities": [I], "createdAt": 2000, "lastSignInAt": 1000}"#, "lastSignInAt"),
            (#"{"identities": [I], "disabled": "no"}"#, "disabled"),
            (#"{"identities": [I], "onboarded": 1}"#, "onboarded"),
        ] as [(String, String?)])
    func `an invalid line is rejected with its number and member`(
        _ text: String, _ field: String?
    ) async throws {
        let whole = text.replacingOccurrences(of: "I]", with: #"{"provider": "apple", "subject": "1"}]"#)
            .replacingOccurrences(of: "[I,", with: #"[{"provider": "apple", "subject": "1"},"#)
        let report = try await accounts.imports.checkImport([try line(whole, number: 7)], into: app)
        #expect(report.refused.map(\.line) == [7] && report.refused.first?.field == field, "\(report.refused)")
    }

    @Test func `an import must satisfy the app's roles and required fields`() async throws {
        let strict = Self.app(app.id, roles: ["A", "B"], required: ["name"])
        for (members, field) in [
            ("", "role"), (#", "role": "C""#, "role"), (#", "role": "A", "onboarded": true"#, nil),
        ] as [(String, String?)] {
            let text = #"{"identities": [{"provider": "apple", "subject": "1"}]\#(members)}"#
            let report = try await accounts.imports.checkImport([try line(text, strict)], into: strict)
            #expect(report.refused.count == 1 && report.refused.first?.field == field)
        }
        let open = #"{"id": "u1", "identities": [{"provider": "apple", "subject": "1"}], "role": "A"}"#
        _ = try await accounts.imports.importAccounts([try line(open, strict)], into: strict, context: context)
        #expect(try await view("u1")?.account.profile.onboarding == .notStarted)
        #expect(try await view("u1")?.account.role == "A")
    }

    @Test func `an empty line is ignored`() {
        for text in ["", "  ", "\r", "\t"] {
            #expect(ImportLine(Array(text.utf8), number: 1, app: app, now: storage.clock.now) == nil)
        }
    }

    @Test func `an export lists every identity's account once`() async throws {
        let texts = (1...1_200).map {
            #"{"id": "u\#($0)", "identities": [{"provider": "apple", "subject": "\#($0)"}]}"#
        }
        _ = try await accounts.imports.importAccounts(try lines(texts), into: app, context: context)
        _ = try await take(
            #"{"id": "w", "identities": [{"provider": "apple", "email": "T@example.com", "emailVerified": true}]}"#)
        var exported: [JSONObject] = []
        try await accounts.imports.exportIdentities(of: app) { exported += $0.map(\.exportLine) }
        #expect(exported.count == 1_201)
        #expect(Set(exported.compactMap { $0["uid"]?.string }).count == 1_201)
        #expect(exported.contains(["uid": "u7", "provider": "apple", "subject": "7"]))
        #expect(exported.contains(["uid": "w", "provider": "apple", "email": "T@example.com"]))
    }
}
