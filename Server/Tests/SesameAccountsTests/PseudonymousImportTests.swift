import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of imports into a pseudonymous app, which reject lines with personal data.
struct PseudonymousImportTests {
    private let rig: PseudonymousRig
    private let app: App

    init() async throws {
        rig = try await PseudonymousRig()
        app = try rig.app()
    }

    private func take(_ text: String) async throws -> ImportService.ImportReport {
        let line = try #require(ImportLine(Array(text.utf8), number: 1, app: app, now: rig.storage.clock.now))
        return try await rig.accounts.imports.importAccounts([line], into: app, context: rig.context)
    }

    @Test func `an imported user is stored under a pseudonym and signs in to the account`() async throws {
        let text = #"{"identities": [{"provider": "apple", "subject": "001.a.1"}]}"#
        #expect(try await take(text).added == 1)
        #expect(try await take(text).unchanged == 1)
        let result = try await rig.signIn("001.a.1", to: app)
        #expect(!result.isNew)
        #expect(result.view.identities.allSatisfy { $0.subject != "001.a.1" })
    }

    @Test(arguments: [
        (#"{"id": "u1", "identities": [{"provider": "apple", "subject": "001.a.1"}]}"#, "id"),
        (
            #"{"identities": [{"provider": "apple", "subject": "001.a.1", "email": "t@example.com"}]}"#,
            "identities[0]"
        ),
        (#"{"identities": [{"provider": "apple", "subject": "001.a.1", "givenName": "Test"}]}"#, "identities[0]"),
        (
            #"{"identities": [{"provider": "apple", "email": "t@example.com", "emailVerified": true}]}"#,
            "identities[0]"
        ),
    ])
    func `an import with identifying data is rejected`(_ text: String, _ field: String) async throws {
        #expect(try await take(text).refused.map(\.field) == [field])
    }
}
