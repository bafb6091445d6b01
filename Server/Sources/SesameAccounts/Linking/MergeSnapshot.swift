import Foundation
import SesameWire

/// A snapshot of two accounts before a merge, and of the survivor after it.
struct MergeSnapshot: Codable, Sendable {
    let at: Date
    /// The absorbed account before the merge.
    let goes: AccountSnapshot
    /// The surviving account before the merge.
    let before: AccountSnapshot
    /// The survivor after the merge. Current values that differ from the snapshot have changed since the merge.
    let merged: AccountSnapshot
    /// References to the absorbed account's identities, which an undo moves back to it.
    let returning: [IdentityReference]
    /// References to the survivor's own identities, which an undo does not move.
    let staying: [IdentityReference]
    /// References to the absorbed account's local credentials, which an undo moves back to it.
    let returningCredentials: [CredentialReference]
    let stayingCredentials: [CredentialReference]
    /// The metadata of the absorbed account before the merge; nil if it had none.
    let goesDetails: MetadataSnapshot?
    let beforeDetails: MetadataSnapshot?
    let mergedDetails: MetadataSnapshot?
    /// The ids of the absorbed account's sessions, which an undo moves back to it.
    let sessions: [String]
    /// The id of the session in which the user continued.
    let session: String

    /// The keys in stored snapshots. Some properties were renamed since; their keys were not.
    private enum CodingKeys: String, CodingKey {
        case at, goes, before, merged, returning, staying, goesDetails, beforeDetails, mergedDetails, sessions, session
        case returningCredentials = "returningLogins"
        case stayingCredentials = "stayingLogins"
    }

    init(
        of stays: AccountRecord, with goes: AccountRecord, as merged: Account, details: MergedMetadata,
        sessions: [Session],
        goingOnIn session: Session, at now: Date
    ) {
        at = now
        self.goes = AccountSnapshot(goes.account)
        before = AccountSnapshot(stays.account)
        self.merged = AccountSnapshot(merged)
        returning = goes.identities.map(IdentityReference.init)
        staying = stays.identities.map(IdentityReference.init)
        returningCredentials = goes.logins.map(CredentialReference.init)
        stayingCredentials = stays.logins.map(CredentialReference.init)
        goesDetails = details.goes.map(MetadataSnapshot.init)
        beforeDetails = details.before.map(MetadataSnapshot.init)
        mergedDetails = details.merged.map(MetadataSnapshot.init)
        self.sessions = sessions.map(\.id.description)
        self.session = session.id.description
    }

    /// True if a guest account was absorbed, which was accessible only by its session.
    var isOfGuest: Bool { returning.isEmpty && returningCredentials.isEmpty }
}

struct AccountSnapshot: Codable, Sendable {
    let id: String
    let createdAt: Date
    let lastSignInAt: Date
    let role: String?
    let allowsEmailLinking: Bool
    let onboarding: Onboarding
    let version: Int
    let updatedAt: Date
    /// The profile's fields, as JSON.
    let fields: String

    /// The keys in stored snapshots. `allowsEmailLinking` was renamed since; its key was not.
    private enum CodingKeys: String, CodingKey {
        case id, createdAt, lastSignInAt, role, onboarding, version, updatedAt, fields
        case allowsEmailLinking = "isJoinable"
    }

    init(_ account: Account) {
        id = account.id.description
        createdAt = account.createdAt
        lastSignInAt = account.lastSignInAt
        role = account.role
        allowsEmailLinking = account.allowsEmailLinking
        onboarding = account.profile.onboarding
        version = account.profile.version
        updatedAt = account.profile.updatedAt
        fields = String(decoding: account.profile.fields.serialized(), as: UTF8.self)
    }

    /// Returns the account as it was at the time of the snapshot. It is not disabled, because a disabled account cannot
    /// be merged.
    func account(in app: AppID) throws(StorageError) -> Account {
        Account(
            id: AccountID(id), app: app, createdAt: createdAt, lastSignInAt: lastSignInAt, role: role,
            profile: StoredProfile(
                fields: try .kept(fields), onboarding: onboarding, version: version, updatedAt: updatedAt),
            allowsEmailLinking: allowsEmailLinking)
    }
}

/// A reference to an identity by provider and creation time, because the form of the stored subject may change. An
/// account has at most one identity of a provider.
struct IdentityReference: Codable, Sendable {
    let provider: Provider
    let createdAt: Date

    init(_ identity: Identity) {
        provider = identity.provider
        createdAt = identity.createdAt
    }

    /// Returns the referenced identity; nil if it is not among those given.
    func found(in identities: [Identity]) -> Identity? {
        identities.first { $0.provider == provider && $0.createdAt == createdAt }
    }
}

/// A reference to a local credential by kind and creation time, because its name may change. An account has at most one
/// local credential of a kind.
struct CredentialReference: Codable, Sendable {
    let kind: String
    let createdAt: Date

    init(_ login: LocalCredential) {
        kind = login.kind.rawValue
        createdAt = login.createdAt
    }

    /// Returns the referenced local credential; nil if it is not among those given.
    func found(in logins: [LocalCredential]) -> LocalCredential? {
        logins.first { $0.kind.rawValue.hasSameBytes(as: kind) && $0.createdAt == createdAt }
    }

    /// Returns true if a sign-in with the method may have used the referenced local credential.
    func admits(_ method: AuthenticationMethod) -> Bool {
        switch method {
        case .password, .emailLink: LocalCredential.Kind.email.rawValue.hasSameBytes(as: kind)
        case .phone: LocalCredential.Kind.phone.rawValue.hasSameBytes(as: kind)
        case .custom: LocalCredential.Kind.custom.rawValue.hasSameBytes(as: kind)
        default: false
        }
    }
}
