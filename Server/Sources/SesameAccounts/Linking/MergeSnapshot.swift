import Foundation
import SesameWire

/// A snapshot of two accounts before a merge, and of the survivor after it.
struct MergeSnapshot: Codable, Sendable {
    /// The time of the merge.
    let at: Date
    /// The absorbed account before the merge.
    let goes: AccountSnapshot
    /// The survivor before the merge.
    let before: AccountSnapshot
    /// The survivor after the merge. Values that differ from it now were changed since.
    let merged: AccountSnapshot
    /// The identities of the absorbed account.
    let returning: [IdentityReference]
    /// The identities of the survivor.
    let staying: [IdentityReference]
    /// The local credentials of the absorbed account.
    let returningCredentials: [CredentialReference]
    let stayingCredentials: [CredentialReference]
    /// The details of the absorbed account before the merge.
    let goesDetails: MetadataSnapshot?
    let beforeDetails: MetadataSnapshot?
    let mergedDetails: MetadataSnapshot?
    /// The sessions of the absorbed account.
    let sessions: [String]
    /// The session in which the user continued.
    let session: String

    /// The stored names.
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

    /// True if a guest account was absorbed. The guest's session was its only access.
    var isOfGuest: Bool { returning.isEmpty && returningCredentials.isEmpty }
}

/// The saved state of an account.
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

    /// The stored names.
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

    /// Returns the restored account. It is not disabled, because a disabled account cannot be merged.
    func account(in app: AppID) throws(StorageError) -> Account {
        Account(
            id: AccountID(id), app: app, createdAt: createdAt, lastSignInAt: lastSignInAt, role: role,
            profile: StoredProfile(
                fields: try .kept(fields), onboarding: onboarding, version: version, updatedAt: updatedAt),
            allowsEmailLinking: allowsEmailLinking)
    }
}

/// A reference to an identity. An account has at most one identity of a provider; the form of the stored subject may
/// have changed since.
struct IdentityReference: Codable, Sendable {
    let provider: Provider
    let createdAt: Date

    init(_ identity: Identity) {
        provider = identity.provider
        createdAt = identity.createdAt
    }

    /// Returns the same identity among an account's identities.
    func found(in identities: [Identity]) -> Identity? {
        identities.first { $0.provider == provider && $0.createdAt == createdAt }
    }
}

/// A reference to a local credential. An account has at most one local credential of a kind; its name may have changed
/// since.
struct CredentialReference: Codable, Sendable {
    let kind: String
    let createdAt: Date

    init(_ login: LocalCredential) {
        kind = login.kind.rawValue
        createdAt = login.createdAt
    }

    /// Returns the same local credential among an account's local credentials.
    func found(in logins: [LocalCredential]) -> LocalCredential? {
        logins.first { $0.kind.rawValue.hasSameBytes(as: kind) && $0.createdAt == createdAt }
    }

    /// Returns true if a sign-in by that method may have used this local credential.
    func admits(_ method: AuthenticationMethod) -> Bool {
        switch method {
        case .password, .emailLink: LocalCredential.Kind.email.rawValue.hasSameBytes(as: kind)
        case .phone: LocalCredential.Kind.phone.rawValue.hasSameBytes(as: kind)
        case .custom: LocalCredential.Kind.custom.rawValue.hasSameBytes(as: kind)
        default: false
        }
    }
}
