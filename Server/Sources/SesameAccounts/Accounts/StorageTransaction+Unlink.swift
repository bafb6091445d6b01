import Foundation

extension StorageTransaction {
    /// Unlinks an identity from its account, schedules the revocation of the user's consent at the provider, and
    /// records the event.
    func unlink(
        _ identity: Identity, session: SessionID? = nil, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try revokeConsents(of: identity, at: now)
        try delete(identity)
        try insert(
            SecurityEvent(
                kind: .identityUnlinked, app: identity.app, account: identity.account, session: session, at: now,
                context: context, detail: identity.provider.rawValue))
    }
}
