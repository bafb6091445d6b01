import Foundation

extension StorageTransaction {
    /// Takes an identity from its account, and the consent behind it back.
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
