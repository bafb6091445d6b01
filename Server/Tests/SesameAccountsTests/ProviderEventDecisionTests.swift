import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of the effect of a provider's event, in each state of an account.
struct ProviderEventDecisionTests {
    private let app: AppID
    private let account = AccountID("account")

    init() throws {
        app = try #require(AppID("couple"))
    }

    private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }

    private func session(
        _ id: String, at seconds: Double, by method: AuthenticationMethod = .apple, ended: Bool = false
    ) -> Session {
        var session = Session(
            id: SessionID(id), app: app, account: account, method: method, policy: SessionPolicy(), at: time(seconds))
        if ended { session.end(.signedOut, at: time(seconds + 1)) }
        return session
    }

    /// Returns the effect of the event on an identity that was linked at time 0.
    private func consequence(
        of kind: ProviderEvent.Kind, at seconds: Double = 100, sessions: [Session] = [], others: Bool = false,
        policy: ProviderAccountDeletionPolicy = .delete, status: IdentityStatus = IdentityStatus(),
        email: String? = nil, provider: Provider = .apple
    ) -> ProviderEventDecision {
        let identity = Identity(
            app: app, provider: provider, subject: "1", account: account, claims: IdentityClaims(email: email),
            linkableEmail: "test.user.1@example.com", createdAt: time(0), status: status)
        let state = ProviderEventDecision.State(
            provider: provider, identity: identity, sessions: sessions, hasOtherMethod: others, policy: policy)
        return ProviderEventDecision(of: ProviderEvent(kind, of: "1", at: time(seconds)), at: time(seconds), in: state)
    }

    private func ended(_ consequence: ProviderEventDecision) -> [String] {
        consequence.endedSessions.map(\.id.description)
    }

    // MARK: - Consent

    @Test func `a revoked consent ends the provider's sessions and drops its tokens`() {
        let consequence = consequence(
            of: .consentRevoked,
            sessions: [session("a", at: 10), session("b", at: 100), session("gone", at: 20, ended: true)])
        #expect(ended(consequence) == ["a", "b"])
        #expect(consequence.dropsTokens && consequence.fate == .stays && consequence.note == .consentRevoked)
    }

    @Test func `sessions of another identity continue`() {
        let consequence = consequence(
            of: .consentRevoked, sessions: [session("a", at: 10), session("g", at: 10, by: .google)], others: true)
        #expect(ended(consequence) == ["a"])
    }

    @Test func `a consent given after the event is unaffected`() {
        let consequence = consequence(of: .consentRevoked, sessions: [session("a", at: 10), session("b", at: 100.001)])
        #expect(ended(consequence) == ["a"] && !consequence.dropsTokens)
        let ofOld = self.consequence(of: .consentRevoked, sessions: [session("b", at: 100.001)])
        #expect(ended(ofOld) == [] && !ofOld.dropsTokens && ofOld.note == nil)
    }

    @Test func `a new consent counts even after its session has ended`() {
        let consequence = consequence(
            of: .consentRevoked, sessions: [session("a", at: 10), session("b", at: 101, ended: true)])
        #expect(!consequence.dropsTokens)
    }

    @Test func `an event from before the identity was linked is ignored`() {
        let consequence = consequence(of: .consentRevoked, at: -1)
        #expect(!consequence.dropsTokens && consequence.note == nil)
    }

    // MARK: - Deletion

    @Test func `deleting the only identity deletes the account, unless the app's policy retains it`() {
        #expect(consequence(of: .accountDeleted).fate == .goesWithAccount)
        #expect(consequence(of: .accountDeleted, others: true).fate == .goes)
        let kept = consequence(of: .accountDeleted, sessions: [session("a", at: 10)], policy: .keep)
        #expect(kept.fate == .stays && kept.dropsTokens && ended(kept) == ["a"])
        #expect(kept.note == .providerAccountDeleted)
    }

    @Test func `a deletion followed by a new sign-in is ignored`() {
        let consequence = consequence(
            of: .accountDeleted, sessions: [session("a", at: 10), session("b", at: 101, ended: true)])
        #expect(consequence.fate == .stays && ended(consequence) == [] && consequence.note == nil)
    }

    @Test func `a later sign-in with another provider does not save the deleted identity`() {
        let consequence = consequence(of: .accountDeleted, sessions: [session("g", at: 101, by: .google)], others: true)
        #expect(consequence.fate == .goes && ended(consequence) == [])
    }

    // MARK: - Google's warnings

    @Test func `sessions revoked at the provider end only the provider's earlier sessions`() {
        let consequence = consequence(
            of: .sessionsRevoked,
            sessions: [
                session("g", at: 10, by: .google), session("new", at: 101, by: .google), session("a", at: 10),
            ], provider: .google)
        #expect(ended(consequence) == ["g"] && !consequence.dropsTokens)
    }

    @Test func `a hijacked provider account ends all sessions and disables the identity`() {
        let sessions = [
            session("g", at: 10, by: .google), session("a", at: 20), session("new", at: 101, by: .google),
        ]
        let consequence = consequence(of: .accountDisabled(.hijacking), sessions: sessions, provider: .google)
        #expect(ended(consequence) == ["g", "a", "new"])
        #expect(consequence.identity.status.isDisabled && consequence.identity.linkableEmail == nil)
    }

    @Test func `a late disabling event ends earlier sessions but leaves the identity enabled`() {
        let sessions = [session("a", at: 20), session("new", at: 101, by: .google)]
        let consequence = consequence(
            of: .accountDisabled(.hijacking), sessions: sessions, status: IdentityStatus(enabledAt: time(100.5)),
            provider: .google)
        #expect(ended(consequence) == ["a"])
        #expect(!consequence.identity.status.isDisabled && consequence.identity.linkableEmail != nil)
    }

    @Test func `disabling without a reason disables the identity but ends no session`() {
        let consequence = consequence(
            of: .accountDisabled(.unstated), sessions: [session("g", at: 10, by: .google)], provider: .google)
        #expect(ended(consequence) == [] && consequence.identity.status.isDisabled)
        #expect(consequence.identity.linkableEmail == nil)
    }

    @Test func `a bulk account warning is only recorded`() {
        let consequence = consequence(
            of: .accountDisabled(.bulkAccount), sessions: [session("g", at: 10, by: .google)], provider: .google)
        #expect(ended(consequence) == [] && !consequence.identity.status.isDisabled)
        #expect(consequence.note == .providerAccountDisabled && consequence.identity.linkableEmail != nil)
    }

    @Test func `an enabled provider account enables the identity again`() {
        let closed = IdentityStatus(disabledAt: time(50))
        let consequence = consequence(of: .accountEnabled, status: closed)
        #expect(!consequence.identity.status.isDisabled && consequence.note == .providerAccountEnabled)
        #expect(self.consequence(of: .accountEnabled, at: 40, status: closed).identity.status.isDisabled)
    }

    // MARK: - What is only noted

    @Test func `an email address becomes private only if the event names the same address`() {
        let kind = ProviderEvent.Kind.emailForwarding(isOn: false, address: "x@example.com", isPrivate: true)
        #expect(consequence(of: kind, email: "x@example.com").identity.claims.isPrivateEmail)
        #expect(!consequence(of: kind, email: "y@example.com").identity.claims.isPrivateEmail)
        #expect(consequence(of: kind).identity.claims.email == nil)
    }

    @Test(
        arguments: [
            .accountEnabled, .accountDisabled(.unstated), .credentialChangeRequired,
            .emailForwarding(isOn: true, address: nil, isPrivate: false),
            .emailForwarding(isOn: false, address: nil, isPrivate: false),
        ] as [ProviderEvent.Kind])
    func `a repeated event is not recorded again`(kind: ProviderEvent.Kind) {
        let first = consequence(of: kind)
        #expect(first.note != nil)
        for seconds in [100.0, 99] {
            let again = consequence(of: kind, at: seconds, status: first.identity.status)
            #expect(again.note == nil && again.identity.status == first.identity.status)
        }
    }

    @Test(arguments: [.tokenRevoked, .verification(state: nil), .unknown("x")] as [ProviderEvent.Kind])
    func `an event that needs no action changes nothing`(kind: ProviderEvent.Kind) {
        let consequence = consequence(of: kind, sessions: [session("a", at: 10)])
        #expect(consequence.note == nil && ended(consequence) == [] && !consequence.dropsTokens)
        #expect(consequence.fate == .stays && consequence.identity.status == IdentityStatus())
    }

    @Test func `with equal times, an identity counts as disabled and unreachable`() {
        let same = IdentityStatus(
            disabledAt: time(1), enabledAt: time(1), forwardingStoppedAt: time(1), forwardingResumedAt: time(1))
        #expect(same.isDisabled && same.isUnreachable)
    }
}
