package import Foundation
package import SesameCore
import SesameWire

extension AdminKeyService {
    /// Verifies an admin key, and records its use at most once per ``AdminKey/useInterval``. Throws `not_authenticated`
    /// if the key is unknown, revoked or expired.
    package func authenticate(
        adminKey presented: Secret, context: RequestContext
    ) async throws(AccountError) -> AdminCaller {
        guard let text = AdminKeyText(presented) else { throw .noAdminKey }
        let found = try await read { reader throws(StorageError) in try reader.adminKey(text.id) }
        guard var key = found, text.opens(key) else { throw .noAdminKey }
        let now = environment.now
        guard key.revokedAt == nil else { throw AccountError(.notAuthenticated, "the admin key was revoked") }
        guard now < key.expiresAt else { throw AccountError(.notAuthenticated, "the admin key has expired") }
        if key.lastUsedAt.map({ now.timeIntervalSince($0) >= AdminKey.useInterval }) ?? true {
            key.lastUsedAt = now
            let used = RequestContext(requestID: context.requestID, network: context.network, actor: key.id)
            try await write { [key] transaction throws(StorageError) in
                guard var stored = try transaction.adminKey(key.id) else { return }
                stored.lastUsedAt = now
                try transaction.update(stored)
                try transaction.note(.adminKeyUsed, key, at: now, context: used)
            }
        }
        return AdminCaller(key: key)
    }

    /// Returns all stored admin keys, newest first.
    package func adminKeys() async throws(AccountError) -> [AdminKey] {
        try await read { reader throws(StorageError) in try reader.adminKeys() }
    }

    /// Creates a key. Throws `insufficient_scope` if it would be valid for more scopes or apps than the caller's key.
    package func createAdminKey(
        _ order: AdminKeyRequest, by caller: AdminCaller, context: RequestContext
    ) async throws(AccountError) -> CreatedAdminKey {
        if let refusal = order.refusal(for: caller.key) { throw refusal }
        let now = environment.now
        let made = order.make(environment, at: now)
        try await write { transaction throws(StorageError) in
            try transaction.insert(made.key)
            try transaction.note(.adminKeyCreated, made.key, at: now, context: context)
        }
        return made
    }

    /// Creates the first key that can create keys for all apps. Throws `not_authenticated` if a valid key of that kind
    /// exists already.
    package func bootstrapAdminKey(
        _ order: AdminKeyRequest, context: RequestContext
    ) async throws(AccountError) -> CreatedAdminKey {
        let now = environment.now
        let made = order.make(environment, at: now)
        let isFirst = try await write { transaction throws(StorageError) -> Bool in
            guard try !transaction.hasKeyThatCreatesKeys(at: now) else { return false }
            try transaction.insert(made.key)
            try transaction.note(.adminKeyCreated, made.key, at: now, context: context)
            return true
        }
        guard isFirst else {
            throw AccountError(.notAuthenticated, "an admin key that can create others already exists; use that one")
        }
        return made
    }

    /// Creates a key with all scopes for a development server, and returns its secret text.
    package func makeDevelopmentAdminKey(context: RequestContext) async throws(AccountError) -> Secret {
        let now = environment.now
        let order = try AdminKeyRequest(
            name: "sesame dev", scopes: Set(AdminScope.allCases), days: AdminKey.maxLifetimeDays)
        let made = order.make(environment, at: now)
        try await write { transaction throws(StorageError) in
            try transaction.insert(made.key)
            try transaction.note(.adminKeyCreated, made.key, at: now, context: context)
        }
        return made.text
    }

    /// Returns true if a valid key exists that can create keys for all apps.
    package func hasKeyThatCreatesKeys() async throws(AccountError) -> Bool {
        let now = environment.now
        return try await read { reader throws(StorageError) in try reader.hasKeyThatCreatesKeys(at: now) }
    }

    /// Creates a replacement of a key, with the same scopes, apps and lifetime. The old key expires after a grace
    /// period, in which the operator distributes the new one.
    ///
    /// - Parameters:
    ///   - id: The caller's own key, or a key that the caller could have created.
    ///   - grace: The grace period, in seconds.
    package func rotateAdminKey(
        _ id: String, grace: TimeInterval, by caller: AdminCaller, context: RequestContext
    ) async throws(AccountError) -> CreatedAdminKey {
        let now = environment.now
        let made = AdminKeyText.make(environment)
        return try await write { transaction throws(StorageError) in
            guard var old = try transaction.adminKey(id), old.isLive(at: now) else { throw .refused(.noSuchAdminKey) }
            if old.id != caller.key.id, let refusal = old.refusal(toBeChangedBy: caller.key) {
                throw .refused(refusal)
            }
            let new = AdminKey(
                id: made.id, name: old.name, digest: digest(made.text.exposed.utf8), scopes: old.scopes,
                apps: old.apps, createdAt: now,
                expiresAt: now.addingTimeInterval(old.expiresAt.timeIntervalSince(old.createdAt)))
            old.expiresAt = min(old.expiresAt, now.addingTimeInterval(grace))
            try transaction.update(old)
            try transaction.insert(new)
            try transaction.note(.adminKeyRotated, old, at: now, context: context)
            try transaction.note(.adminKeyCreated, new, at: now, context: context)
            return CreatedAdminKey(key: new, text: made.text)
        }
    }

    /// Revokes a key at once. Revoking a revoked key is a no-op. Throws `not_found` for an unknown key, and
    /// `insufficient_scope` for a key that is not the caller's own and that the caller could not have created.
    package func revokeAdminKey(
        _ id: String, by caller: AdminCaller, context: RequestContext
    ) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            guard var key = try transaction.adminKey(id) else { throw .refused(.noSuchAdminKey) }
            if key.id != caller.key.id, let refusal = key.refusal(toBeChangedBy: caller.key) {
                throw .refused(refusal)
            }
            guard key.revokedAt == nil else { return }
            key.revokedAt = now
            try transaction.update(key)
            try transaction.note(.adminKeyRevoked, key, at: now, context: context)
        }
    }
}

extension AdminKey {
    /// Returns the error if the key `other` may not change the key: `other` needs the scope `keysWrite`, and all scopes
    /// and apps of the key to change.
    fileprivate func refusal(toBeChangedBy other: AdminKey) -> AccountError? {
        guard other.scopes.contains(.keysWrite) else {
            return AccountError(.insufficientScope, "the admin key lacks the scope \(AdminScope.keysWrite.rawValue)")
        }
        let isWithin = other.apps.map { own in apps?.isSubset(of: own) ?? false } ?? true
        return scopes.isSubset(of: other.scopes) && isWithin
            ? nil : AccountError(.insufficientScope, "an admin key cannot change a key with more rights than its own")
    }
}

extension Storage {
    /// Revokes all keys that can create keys for all apps, so that the server's next start allows the creation of a
    /// first key again. This is for operators who have lost such a key and have access to the data folder. All other
    /// keys stay valid.
    ///
    /// - Returns: The revoked keys.
    package func revokeKeyMakers(at now: Date, context: RequestContext) async throws(StorageError) -> [AdminKey] {
        try await write { transaction throws(StorageError) in
            let lost = try transaction.adminKeys().filter { $0.makesOthers(at: now) }
            for var key in lost {
                key.revokedAt = now
                try transaction.update(key)
                try transaction.note(.adminKeyRevoked, key, at: now, context: context)
            }
            return lost
        }
    }
}

extension StorageReader {
    fileprivate func hasKeyThatCreatesKeys(at now: Date) throws(StorageError) -> Bool {
        try adminKeys().contains { $0.makesOthers(at: now) }
    }
}

extension StorageTransaction {
    fileprivate func note(
        _ kind: SecurityEvent.Kind, _ key: AdminKey, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: nil, account: nil, session: nil, at: now, context: context, detail: key.id))
    }
}

extension AccountError {
    fileprivate static let noAdminKey = AccountError(.notAuthenticated, "unknown admin key")
    fileprivate static let noSuchAdminKey = AccountError(.notFound, "there is no such admin key")
}
