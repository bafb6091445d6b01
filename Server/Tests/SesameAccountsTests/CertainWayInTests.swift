import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests that a secure sign-in method cannot be removed if only insecure ones would remain.
struct CertainWayInTests {
    /// A sign-in method of an account. Some certainly belong to the user; others may be unusable, or belong to a
    /// stranger.
    enum Way: String, CaseIterable {
        case openIdentity, closedIdentity, claimedAddress, confirmedAddress, unprovedAddress, claimedNumber, custom
    }

    private static let account = AccountID("a")

    private func view(_ ways: [Way]) throws -> AccountRecord {
        let app = try #require(AppID("authservice"))
        func identity(_ provider: Provider, _ status: IdentityStatus) -> Identity {
            Identity(
                app: app, provider: provider, subject: "s", account: Self.account, claims: IdentityClaims(),
                createdAt: .distantPast, status: status)
        }
        func login(_ kind: LocalCredential.Kind, _ name: String, verifiedAt: Date? = nil, isUnclaimed: Bool = false)
            -> LocalCredential
        {
            LocalCredential(
                app: app, kind: kind, name: name, account: Self.account, createdAt: .distantPast,
                verifiedAt: verifiedAt, isUnclaimed: isUnclaimed)
        }
        var (identities, logins): ([Identity], [LocalCredential]) = ([], [])
        for way in ways {
            switch way {
            case .openIdentity: identities.append(identity(.apple, IdentityStatus()))
            case .closedIdentity: identities.append(identity(.google, IdentityStatus(disabledAt: .distantPast)))
            case .claimedAddress: logins.append(login(.email, "1@example.com", verifiedAt: .distantPast))
            case .confirmedAddress:
                logins.append(login(.email, "1@example.com", verifiedAt: .distantPast, isUnclaimed: true))
            case .unprovedAddress: logins.append(login(.email, "1@example.com"))
            case .claimedNumber: logins.append(login(.phone, "+33612345678", verifiedAt: .distantPast))
            case .custom: logins.append(login(.custom, "a"))
            }
        }
        let account = Account(
            id: Self.account, app: app, createdAt: .distantPast, lastSignInAt: .distantPast, role: nil,
            profile: StoredProfile(updatedAt: .distantPast))
        return AccountRecord(account: account, identities: identities, logins: logins)
    }

    @Test(
        arguments: [
            ([.openIdentity], .openIdentity, false),
            ([.unprovedAddress], .unprovedAddress, false),
            ([.openIdentity, .claimedAddress], .openIdentity, true),
            ([.openIdentity, .claimedNumber], .openIdentity, true),
            ([.openIdentity, .custom], .openIdentity, true),
            ([.openIdentity, .closedIdentity], .openIdentity, false),
            ([.openIdentity, .closedIdentity], .closedIdentity, true),
            ([.openIdentity, .unprovedAddress], .openIdentity, false),
            ([.openIdentity, .confirmedAddress], .openIdentity, false),
            ([.openIdentity, .unprovedAddress], .unprovedAddress, true),
            ([.claimedAddress, .closedIdentity], .claimedAddress, false),
            ([.claimedAddress, .closedIdentity], .closedIdentity, true),
            ([.closedIdentity, .unprovedAddress], .unprovedAddress, true),
            ([.closedIdentity, .unprovedAddress], .closedIdentity, true),
        ] as [([Way], Way, Bool)])
    func `a secure sign-in method cannot be removed when only insecure ones remain`(
        _ ways: [Way], _ lost: Way, _ isAllowed: Bool
    ) throws {
        let (view, gone) = (try view(ways), try view([lost]))
        #expect(view.keepsWayIn(without: gone.identities, gone.logins) == isAllowed)
    }

    /// Returns a user with an Apple identity and an email address.
    private func person(_ rig: PasswordRig) async throws -> Caller {
        let caller = try await rig.person("1")
        _ = try await rig.accounts.logins.addPassword(
            email: try rig.email(), password: PasswordRig.password, to: caller, context: rig.context)
        return caller
    }

    private func change(_ caller: Caller, by scopes: Set<AdminScope>, _ rig: PasswordRig, _ order: AccountUpdate)
        async throws
    {
        _ = try await rig.accounts.operators.change(
            caller.session.account, by: order, with: scopes, in: rig.app, context: rig.context)
    }

    @Test func `an identity cannot be removed when only an unverified email address remains`() async throws {
        let rig = try await PasswordRig()
        let caller = try await person(rig)
        var removal = AccountUpdate()
        removal.removedProviders = [.apple]
        let refused = try await rig.code { [removal] in
            try await change(caller, by: [.usersRecover], rig, removal)
        }
        #expect(refused == .lastMethod)
        #expect(
            try await rig.code {
                try await rig.accounts.linking.unlink(.apple, from: caller, context: rig.context)
            } == .lastMethod)
        var word = AccountUpdate()
        word.isEmailVerified = true
        try await change(caller, by: .all, rig, word)
        try await rig.accounts.linking.unlink(.apple, from: caller, context: rig.context)
        #expect(try await rig.signIn().view.methods == ["password"])
    }

    @Test func `a verified email address cannot be removed when only a closed identity remains`() async throws {
        let rig = try await PasswordRig()
        let caller = try await person(rig)
        let (id, app, now) = (caller.session.account, rig.app.id, rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for var identity in try transaction.identities(of: id, in: app) {
                identity.status.disabledAt = now
                try transaction.update(identity)
            }
        }
        var word = AccountUpdate()
        word.isEmailVerified = true
        try await change(caller, by: .all, rig, word)
        var removal = AccountUpdate()
        removal.removal = .email
        let refused = try await rig.code { [removal] in
            try await change(caller, by: [.usersRecover], rig, removal)
        }
        #expect(refused == .lastMethod)
        #expect(
            try await rig.code {
                try await rig.accounts.logins.removeCredential(.email, from: caller, context: rig.context)
            } == .lastMethod)
        try await rig.accounts.linking.unlink(.apple, from: caller, context: rig.context)
    }
}
