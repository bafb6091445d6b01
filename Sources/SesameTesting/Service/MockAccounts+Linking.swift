import Foundation
import Sesame
import SesameCore

extension AuthCredential {
    /// True for a credential of Apple or Google, or a web sign-in's code that was requested for linking. Passwords are
    /// linked separately.
    fileprivate var isLinkable: Bool {
        switch self {
        case .apple, .google: true
        case .authorizationCode(let code): code.isForLinking
        default: false
        }
    }
}

extension MockAccounts {
    /// Links a credential to the session's account, or applies the policy if it belongs to another account. With `fail`
    /// the conflict throws `credentialInUse` with a ticket.
    mutating func link(
        _ credential: AuthCredential, to session: Session, onConflict: ConflictPolicy, at now: Date
    ) throws(AuthError) -> Upgrade {
        if case .password(let credential) = credential {
            return try add(credential, to: session, onConflict: onConflict, at: now)
        }
        let device = try use(session)
        guard let identity = credential.identity, credential.isLinkable else {
            throw AuthError(.invalidRequest, "this credential is for signing in and cannot be linked")
        }
        let uid = device.session.user.uid
        guard let owner = identities[identity], owner != uid else {
            return bind(identity, credential.method, to: device, at: now)
        }
        switch onConflict {
        case .keep: return Upgrade(outcome: .kept, session: device.session)
        case .switch: return switchOver(device, to: owner, at: now)
        case .merge: return merge(device, with: owner, at: now)
        case .fail: throw conflict(uid, identity, credential.method, owner)
        }
    }

    /// Removes a sign-in method from the session's account, and ends the account's other sessions. Throws `notFound` if
    /// the account does not have the method, and `lastMethod` if the account has no other method.
    mutating func unlink(_ method: LinkedMethod, from session: Session) throws(AuthError) {
        var device = try use(session)
        let uid = device.session.user.uid
        guard device.session.user.providers.contains(method.rawValue) else {
            throw AuthError(.notFound, "the account does not have this sign-in method")
        }
        guard device.session.user.providers.count > 1 else {
            throw AuthError(.lastMethod, "it is the account's only sign-in method")
        }
        device.session.user.providers.removeAll { $0 == method.rawValue }
        devices[device.session.id] = device
        users[uid] = device.session.user
        merges[uid] = nil
        identities = identities.filter { $0.value != uid || !$0.key.hasPrefix("\(method.rawValue) ") }
        passwords = passwords.filter { identities[$0.key] != nil }
        for (id, other) in devices where other.session.user.uid == uid && id != device.session.id {
            end(id, .sessionEnded)
        }
    }

    /// Carries out the user's choice between two accounts. Throws `ticketExpired` unless the ticket is unused and was
    /// issued to the session's account.
    mutating func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session, at now: Date
    ) throws(AuthError) -> Upgrade {
        let device = try use(session)
        guard let conflict = conflicts[ticket.exposed], conflict.uid == device.session.user.uid,
            let owner = identities[conflict.identity]
        else { throw AuthError(.ticketExpired, "the ticket is unknown, used or expired") }
        conflicts[ticket.exposed] = nil
        switch choice {
        case .keep: return Upgrade(outcome: .kept, session: device.session)
        case .switch: return switchOver(device, to: owner, at: now)
        case .merge: return merge(device, with: owner, at: now)
        }
    }

    /// Adds a sign-in method to the account. A guest account becomes a full account.
    mutating func bind(
        _ identity: String, _ method: SignInMethod, to device: Device, at now: Date
    ) -> Upgrade {
        var (device, user) = (device, users[device.session.user.uid] ?? device.session.user)
        let wasAnonymous = user.isAnonymous
        user.isAnonymous = false
        if !user.providers.contains(method.rawValue) { user.providers.append(method.rawValue) }
        users[user.uid] = user
        identities[identity] = user.uid
        guard wasAnonymous else {
            return Upgrade(outcome: .linked, session: rotate(&device, user: user, at: now))
        }
        end(device.session.id, .sessionEnded)
        return Upgrade(outcome: .linked, session: begin(user, at: now))
    }

    private mutating func switchOver(_ device: Device, to owner: String, at now: Date) -> Upgrade {
        end(device.session.id, .sessionEnded)
        return Upgrade(outcome: .switched, session: begin(users[owner] ?? device.session.user, at: now))
    }

    /// Merges two accounts. A guest account is absorbed by the other account. An account with sign-in methods absorbs
    /// the other account and its identities.
    private mutating func merge(_ device: Device, with owner: String, at now: Date) -> Upgrade {
        var (device, user) = (device, device.session.user)
        if user.isAnonymous {
            remove(user.uid)
            let session = begin(users[owner] ?? user, at: now)
            merges[owner] = Merge(goes: user, before: session.user, session: session.id, at: now)
            return Upgrade(outcome: .merged, session: session, undoableUntil: now + Merge.life)
        }
        let (before, goes) = (user, users[owner])
        user.providers += (goes?.providers ?? []).filter { !user.providers.contains($0) }
        let moved = identities.filter { $0.value == owner }.keys
        remove(owner)
        for identity in moved { identities[identity] = user.uid }
        users[user.uid] = user
        let session = rotate(&device, user: user, at: now)
        merges[user.uid] = goes.map {
            Merge(goes: $0, before: before, session: session.id, moved: Array(moved), at: now)
        }
        return Upgrade(outcome: .merged, session: session, undoableUntil: now + Merge.life)
    }

    /// Undoes a merge. An absorbed guest account is restored with a new session, but only from the session that
    /// continued after the merge. Throws `nothingToUndo` if there is no merge within the last 24 hours.
    mutating func undoMerge(for session: Session, at now: Date) throws(AuthError) -> Upgrade {
        var device = try use(session)
        let uid = device.session.user.uid
        guard let merge = merges[uid], now < merge.at + Merge.life,
            !merge.goes.isAnonymous || merge.session == session.id
        else { throw AuthError(.nothingToUndo, "there is no merge to undo") }
        merges[uid] = nil
        users[merge.goes.uid] = merge.goes
        users[uid] = merge.before
        for identity in merge.moved { identities[identity] = merge.goes.uid }
        guard merge.goes.isAnonymous else {
            return Upgrade(outcome: .undone, session: rotate(&device, user: merge.before, at: now))
        }
        end(device.session.id, .sessionEnded)
        return Upgrade(outcome: .undone, session: begin(merge.goes, at: now))
    }

    private mutating func conflict(
        _ uid: String, _ identity: String, _ method: SignInMethod, _ owner: String
    ) -> AuthError {
        let ticket = "ticket-\(conflicts.count + 1)"
        conflicts[ticket] = (uid, identity, method)
        var error = AuthError(.credentialInUse, "the identity belongs to another account")
        error.conflict = AccountConflict(
            ticket: Secret(ticket), expiresIn: .seconds(600), account: users[owner] ?? UserAuthInfo(uid: owner))
        return error
    }
}

extension MockAccounts {
    /// A merge, with both accounts as they were before.
    struct Merge: Sendable {
        /// The time in seconds in which a merge can be undone.
        static let life: TimeInterval = 86_400

        let goes: UserAuthInfo
        let before: UserAuthInfo
        /// The id of the session that continued after the merge.
        let session: String
        /// The identities of the absorbed account.
        var moved: [String] = []
        let at: Date
    }
}
