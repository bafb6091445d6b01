import Foundation
import SesameWire

/// The snapshot of two accounts before a merge.
struct MergeMemory: Codable, Sendable {
    /// The time of the merge.
    let at: Date
    /// The account that went, as it was.
    let goes: AccountMemory
    /// The account that stayed, as it was.
    let before: AccountMemory
    /// The same as the merge left it: what is otherwise now was changed since.
    let merged: AccountMemory
    /// The identities of the account that went.
    let returning: [IdentityMemory]
    /// The identities of the surviving account.
    let staying: [IdentityMemory]
    /// The logins of the one and of the other.
    let returningLogins: [LoginMemory]
    let stayingLogins: [LoginMemory]
    /// The details of the account that went, and of the one that stayed: as they were, and as the merge left them.
    let goesDetails: DetailsMemory?
    let beforeDetails: DetailsMemory?
    let mergedDetails: DetailsMemory?
    /// The sessions of the account that went.
    let sessions: [String]
    /// The session in which the person went on.
    let session: String

    init(
        of stays: AccountView, with goes: AccountView, as merged: Account, details: MergedDetails, sessions: [Session],
        goingOnIn session: Session, at now: Date
    ) {
        at = now
        self.goes = AccountMemory(goes.account)
        before = AccountMemory(stays.account)
        self.merged = AccountMemory(merged)
        returning = goes.identities.map(IdentityMemory.init)
        staying = stays.identities.map(IdentityMemory.init)
        returningLogins = goes.logins.map(LoginMemory.init)
        stayingLogins = stays.logins.map(LoginMemory.init)
        goesDetails = details.goes.map(DetailsMemory.init)
        beforeDetails = details.before.map(DetailsMemory.init)
        mergedDetails = details.merged.map(DetailsMemory.init)
        self.sessions = sessions.map(\.id.description)
        self.session = session.id.description
    }

    /// True if a guest became part of another account. Their session was all that led to theirs.
    var isOfGuest: Bool { returning.isEmpty && returningLogins.isEmpty }
}

/// An account as it was.
struct AccountMemory: Codable, Sendable {
    let id: String
    let createdAt: Date
    let lastSignInAt: Date
    let role: String?
    let isJoinable: Bool
    let onboarding: Onboarding
    let version: Int
    let updatedAt: Date
    /// The profile's fields, as JSON.
    let fields: String

    init(_ account: Account) {
        id = account.id.description
        createdAt = account.createdAt
        lastSignInAt = account.lastSignInAt
        role = account.role
        isJoinable = account.isJoinable
        onboarding = account.profile.onboarding
        version = account.profile.version
        updatedAt = account.profile.updatedAt
        fields = String(decoding: account.profile.fields.serialized(), as: UTF8.self)
    }

    /// The account again. It was not disabled, or it would have been part of no merge.
    func account(in app: AppID) throws(StorageError) -> Account {
        Account(
            id: AccountID(id), app: app, createdAt: createdAt, lastSignInAt: lastSignInAt, role: role,
            profile: Profile(fields: try .kept(fields), onboarding: onboarding, version: version, updatedAt: updatedAt),
            isJoinable: isJoinable)
    }
}

/// Which identity it was. An account has at most one of a provider; the subject may be kept in another form since.
struct IdentityMemory: Codable, Sendable {
    let provider: Provider
    let createdAt: Date

    init(_ identity: Identity) {
        provider = identity.provider
        createdAt = identity.createdAt
    }

    /// The same identity among those of an account.
    func found(in identities: [Identity]) -> Identity? {
        identities.first { $0.provider == provider && $0.createdAt == createdAt }
    }
}

/// Which login it was. An account has at most one of a kind; its name may have been changed since.
struct LoginMemory: Codable, Sendable {
    let kind: String
    let createdAt: Date

    init(_ login: Login) {
        kind = login.kind.rawValue
        createdAt = login.createdAt
    }

    /// The same login among those of an account.
    func found(in logins: [Login]) -> Login? {
        logins.first { $0.kind.rawValue.hasSameBytes(as: kind) && $0.createdAt == createdAt }
    }

    /// Returns true if a sign-in by that method may have been by it.
    func admits(_ method: SignInMethod) -> Bool {
        switch method {
        case .password, .emailLink: Login.Kind.email.rawValue.hasSameBytes(as: kind)
        case .phone: Login.Kind.phone.rawValue.hasSameBytes(as: kind)
        case .custom: Login.Kind.custom.rawValue.hasSameBytes(as: kind)
        default: false
        }
    }
}
