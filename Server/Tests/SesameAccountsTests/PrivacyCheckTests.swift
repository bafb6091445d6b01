import Foundation
import Testing

@testable import SesameAccounts

/// Tests of the privacy checks that the server runs before it accepts requests.
struct PrivacyCheckTests {
    private let rig: PseudonymousRig

    init() async throws {
        rig = try await PseudonymousRig()
    }

    private func problem(_ app: App) async -> PrivacyError? {
        do {
            try await rig.accounts.maintenance.checkPrivacy(of: AppDirectory([app]))
            return nil
        } catch {
            return error
        }
    }

    @Test func `an empty database and one in the app's mode pass the check repeatedly`() async throws {
        let app = try rig.app()
        #expect(await problem(app) == nil)
        _ = try await rig.signIn(to: app)
        #expect(await problem(app) == nil)
        #expect(await problem(try rig.app(1...3)) == nil)
        #expect(await problem(try rig.app(2...3)) == nil)
    }

    @Test func `a different key under a used version is rejected`() async throws {
        #expect(await problem(try rig.app(1...2)) == nil)
        let other = try PseudonymKeys([PseudonymKey(version: 2, (0..<32).map { UInt8($0 * 3 + 1) })])
        let pseudonymity = try #require(PseudonymSettings(other, in: rig.id))
        #expect(await problem(App(id: rig.id, privacy: .pseudonymous(pseudonymity))) == .keyMismatch(version: 2))
    }

    @Test func `a rejected key file leaves nothing behind, so the right one passes afterwards`() async throws {
        #expect(await problem(try rig.app()) == nil)
        let wrong = try PseudonymKeys(
            (1...2).map { version in
                try PseudonymKey(version: version, (0..<32).map { UInt8($0 * 3 + version) })
            })
        let pseudonymity = try #require(PseudonymSettings(wrong, in: rig.id))
        #expect(await problem(App(id: rig.id, privacy: .pseudonymous(pseudonymity))) == .keyMismatch(version: 1))
        #expect(await problem(try rig.app(1...2)) == nil)
    }

    @Test func `pseudonymous mode rejects accounts stored in clear, standard mode rejects pseudonyms`() async throws {
        let standard = App(id: rig.id, providers: try rig.app().providers)
        _ = try await rig.signIn("1", to: standard)
        #expect(await problem(try rig.app()) == .storedInClear(rig.id))
        #expect(await problem(standard) == nil)
        let other = try rig.app(named: "other")
        _ = try await rig.signIn("1", to: other)
        #expect(await problem(App(id: other.id)) == .storedPseudonymously(other.id))
    }

    @Test func `guests and other apps do not fail the check`() async throws {
        let standard = App(id: rig.id, allowsAnonymous: true)
        _ = try await rig.accounts.signIn.signInAnonymously(to: standard, context: rig.context)
        _ = try await rig.signIn("1", to: try rig.app(named: "other"))
        #expect(await problem(try rig.app()) == nil)
    }
}
