import Foundation
import Testing

@testable import SesameAccounts

/// Tests of the epochs that each kind of security event advances. They do not cover sessions that end along with an
/// event.
struct EventEpochTests {
    private static let moving: [SecurityEvent.Kind: Set<Epoch>] = [
        .passwordChanged: [.password], .loginVerified: [.methods], .identityLinked: [.methods],
        .identityUnlinked: [.methods], .accountsMerged: [.methods], .credentialChangeRequired: [.methods],
        .secondFactorAdded: [.factors], .secondFactorRemoved: [.factors], .sessionRevoked: [.sessions],
        .refreshReuseDetected: [.sessions], .codeReuseDetected: [.sessions], .providerSessionsRevoked: [.sessions],
        .mergeUndone: [.methods, .sessions], .consentRevoked: [.methods, .sessions],
        .providerAccountDeleted: [.methods, .sessions], .providerAccountDisabled: [.methods, .sessions],
        .accountDisabled: [.state], .accountEnabled: [.state],
    ]

    private func epochs(_ kind: SecurityEvent.Kind, _ detail: String? = nil) -> Set<Epoch> {
        SecurityEvent(
            kind: kind, app: nil, account: nil, session: nil, at: Date(), context: RequestContext(requestID: "test"),
            detail: detail
        ).advances
    }

    @Test(arguments: SecurityEvent.Kind.allCases.filter { ![.loginAdded, .loginRemoved].contains($0) })
    func `an event advances exactly the epochs of its kind`(kind: SecurityEvent.Kind) {
        #expect(epochs(kind) == Self.moving[kind] ?? [])
    }

    @Test(arguments: [SecurityEvent.Kind.loginAdded, .loginRemoved])
    func `an email address change advances address and method epochs, a phone number only methods`(
        kind: SecurityEvent.Kind
    ) {
        #expect(epochs(kind, LocalCredential.Kind.email.rawValue) == [.address, .methods])
        #expect(epochs(kind, LocalCredential.Kind.phone.rawValue) == [.methods])
    }
}
