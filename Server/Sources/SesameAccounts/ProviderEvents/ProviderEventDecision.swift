import Foundation
import SesameTokens
import SesameWire

/// The effect of a provider's event on an identity and its account, as a pure function of their state. See decision 18.
struct ProviderEventDecision: Equatable {
    enum IdentityAction: Equatable {
        case stays
        /// The identity is removed, and the account stays with its other sign-in methods.
        case goes
        /// The identity is deleted together with its account, which has no other sign-in method.
        case goesWithAccount
    }

    struct State {
        let provider: Provider
        let identity: Identity
        /// The account's sessions, live and ended.
        let sessions: [Session]
        /// True if the account has another sign-in method: an identity or a local credential.
        let hasOtherMethod: Bool
        let policy: ProviderAccountDeletionPolicy
    }

    /// The identity with its updated status.
    var identity: Identity
    var fate = IdentityAction.stays
    var endedSessions: [Session] = []
    /// True if the stored provider tokens of the identity are to be deleted, because they are no longer valid.
    var dropsTokens = false
    /// The security event to record for the account; nil for none.
    var note: SecurityEvent.Kind?

    init(of event: ProviderEvent, at time: Date, in state: State) {
        identity = state.identity
        switch event.kind {
        case .consentRevoked: revokeConsent(at: time, state)
        case .accountDeleted: deleteAccount(at: time, state)
        case .emailForwarding(let isOn, let address, let isPrivate):
            if isPrivate, let address, identity.claims.email?.hasSameBytes(as: address) == true {
                identity.claims.isPrivateEmail = true
            }
            let moment = isOn ? \IdentityStatus.forwardingResumedAt : \.forwardingStoppedAt
            if identity.status.note(moment, at: time) {
                note = isOn ? .emailForwardingResumed : .emailForwardingStopped
            }
        case .sessionsRevoked:
            endedSessions = state.begun(by: time)
            note = .providerSessionsRevoked
        case .accountDisabled(let reason): disable(reason, at: time, state)
        case .accountEnabled:
            if identity.status.note(\.enabledAt, at: time) { note = .providerAccountEnabled }
        case .credentialChangeRequired:
            if identity.status.note(\.credentialChangeAt, at: time) { note = .credentialChangeRequired }
        case .tokenRevoked, .verification, .unknown: break
        }
    }

    /// Ends the provider's sessions that began before the revocation. Drops the provider's tokens, unless the identity
    /// was used after the revocation. The identity remains, so that a user who consents again can sign in.
    private mutating func revokeConsent(at time: Date, _ state: State) {
        endedSessions = state.begun(by: time)
        dropsTokens = !state.isUsed(after: time)
        note = dropsTokens || !endedSessions.isEmpty ? .consentRevoked : nil
    }

    /// Ends the identity's sessions and drops its tokens. Removes the identity if the account has another sign-in
    /// method; otherwise deletes the account if the app's policy says so. Does nothing if the user has signed in with
    /// the identity since its deletion at the provider.
    private mutating func deleteAccount(at time: Date, _ state: State) {
        guard !state.isUsed(after: time) else { return }
        note = .providerAccountDeleted
        endedSessions = state.begun(by: time)
        dropsTokens = true
        if state.hasOtherMethod {
            fate = .goes
        } else if state.policy == .delete {
            fate = .goesWithAccount
        }
    }

    /// Disables the identity and, after a hijacking, ends all sessions, because the thief may have linked another
    /// identity and signed in with it. Other identities are no longer linked to the account by the disabled identity's
    /// address. If the provider has enabled its account again since, the identity stays enabled, and only sessions that
    /// began before the disabling end. The reason `bulkAccount` is only recorded.
    private mutating func disable(_ reason: ProviderEvent.DisablingReason, at time: Date, _ state: State) {
        // This reason says nothing against the user here: Google advises to review the user's actions.
        if reason == .bulkAccount { return note = .providerAccountDisabled }
        guard identity.status.note(\.disabledAt, at: time) else { return }
        note = .providerAccountDisabled
        let isDisabled = identity.status.isDisabled
        if isDisabled { identity.linkableEmail = nil }
        if reason == .hijacking {
            endedSessions = state.sessions.filter { $0.termination == nil && (isDisabled || $0.createdAt <= time) }
        }
    }
}

extension ProviderEventDecision.State {
    /// Returns the live sessions that began with the identity's provider, no later than the given time.
    fileprivate func begun(by time: Date) -> [Session] {
        sessions.filter { $0.termination == nil && $0.method == AuthenticationMethod(provider) && $0.createdAt <= time }
    }

    /// Returns true if the user has signed in with the identity, or linked it, after the given time.
    fileprivate func isUsed(after time: Date) -> Bool {
        identity.createdAt > time
            || sessions.contains { $0.method == AuthenticationMethod(provider) && $0.createdAt > time }
    }
}
