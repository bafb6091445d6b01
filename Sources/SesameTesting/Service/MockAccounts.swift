import Foundation
import Sesame
import SesameCore

/// The accounts and sessions of ``MockAuthService``, as a value.
///
/// Its tokens are readable: session `s-1` begins with `a-1` and `r-1`, and the next tokens of any session are `a-2` and
/// `r-2`.
struct MockAccounts: Sendable {
    /// A session in the back end's records.
    struct Device: Sendable {
        /// The session with its newest tokens.
        var session: Session
        /// The previous refresh token, which may be repeated until the newest tokens are used.
        var parent: Secret?
        /// True if the newest tokens were used.
        var isUsed = false
        /// The error code that ended the session; nil while it is live.
        var ending: AuthError.Code?
        /// The time of the session's sign-in.
        let creationDate: Date

        init(session: Session) {
            self.session = session
            creationDate = session.receivedAt
        }
    }

    var users: [String: UserAuthInfo] = [:]
    var identities: [String: String] = [:]
    /// The passwords by identity.
    var passwords: [String: Secret] = [:]
    /// The identities with an unused code.
    var codes: Set<String> = []
    var devices: [String: Device] = [:]
    var conflicts: [String: (uid: String, identity: String, method: SignInMethod)] = [:]
    var merges: [String: Merge] = [:]
    /// The second factors and recovery codes by account.
    var protections: [String: Protection] = [:]
    /// The pending sign-ins that wait for a second factor, by ticket.
    var waiting: [String: String] = [:]
    /// The number of started second factors, and of tickets for them.
    var factorCount = 0
    private var count = 0
    private var nonceCount = 0
    private var userCount = 0

    /// Returns a new nonce, `n-1` and so on, or `n-s-1-1` and so on for a session.
    mutating func makeNonce(for session: Session? = nil) -> Nonce {
        nonceCount += 1
        let value = ["n", session?.id, "\(nonceCount)"].compactMap(\.self).joined(separator: "-")
        return Nonce(Secret(value), googleForm: .verbatim, isForLinking: session != nil)
    }

    /// Signs in the given user, or the credential's user if none is given. A second factor always completes its own
    /// pending sign-in.
    mutating func signIn(
        _ credential: AuthCredential, as given: UserAuthInfo?, at now: Date
    ) throws(AuthError) -> SignIn {
        if case .secondFactor(let proof) = credential { return try finish(proof, at: now) }
        if case .authorizationCode(let code) = credential, code.isForLinking { throw .linksOnly }
        if given == nil {
            try checkPassword(credential)
            try useCode(credential)
        }
        let known = credential.identity.flatMap { identities[$0] }
        let user = given ?? known.flatMap { users[$0] } ?? makeUser(credential, at: now)
        try requireNoFactor(of: user.uid)
        let isNewUser = users[user.uid] == nil
        users[user.uid] = user
        if let identity = credential.identity { identities[identity] = user.uid }
        return SignIn(session: begin(user, at: now), isNewUser: isNewUser)
    }

    /// Returns new tokens for the newest refresh token. The previous refresh token returns the current tokens again
    /// until they are used. An older token ends the session and throws `sessionRevoked`.
    mutating func refresh(_ session: Session, at now: Date) throws(AuthError) -> Session {
        var device = try device(of: session)
        if session.refreshToken == device.session.refreshToken { return rotate(&device, at: now) }
        guard session.refreshToken == device.parent, !device.isUsed else {
            end(session.id, .sessionRevoked)
            throw AuthError(.sessionRevoked, "an old refresh token was reused")
        }
        return device.session
    }

    /// Confirms the session's user. Returns new tokens for the session, or a new session for a code of the web sign-in;
    /// throws if the credential belongs to another user.
    mutating func reauthenticate(
        _ session: Session, with credential: AuthCredential, at now: Date
    ) throws(AuthError) -> Session {
        var device = try use(session)
        if case .authorizationCode(let code) = credential, code.isForLinking { throw .linksOnly }
        if case .secondFactor(let proof) = credential {
            try show(proof, of: device.session.user.uid, at: now)
            return rotate(&device, at: now)
        }
        guard let identity = credential.identity, credential.method != .registration else {
            throw AuthError(.invalidRequest, "this credential cannot reauthenticate a user")
        }
        if case .passwordRegistration = credential {
            throw AuthError(.invalidRequest, "a registration cannot reauthenticate a user")
        }
        try checkPassword(credential)
        let uid = device.session.user.uid
        // An account from before the test may have identities that this mock does not know.
        guard identities[identity] == uid || (identities[identity] == nil && !identities.values.contains(uid)) else {
            throw AuthError(.reauthenticationRequired, "the credential belongs to another user")
        }
        guard protections[uid]?.factors.isEmpty ?? true else {
            throw AuthError(.secondFactorRequired, "reauthenticate with the second factor")
        }
        try useCode(credential)
        if credential.method == .browser { return begin(device.session.user, at: now) }
        return rotate(&device, at: now)
    }

    /// Ends a session; does nothing if it has already ended.
    mutating func revoke(_ revocation: Revocation) {
        end(revocation.sessionID, .sessionEnded)
    }

    /// Removes the session's account and its identities, and ends its sessions with `userDeleted`.
    mutating func delete(_ session: Session) throws(AuthError) {
        remove(try use(session).session.user.uid)
    }

    /// Removes an account and its identities, and ends its sessions with `userDeleted`.
    mutating func remove(_ uid: String) {
        users[uid] = nil
        merges[uid] = nil
        protections[uid] = nil
        identities = identities.filter { $0.value != uid }
        passwords = passwords.filter { identities[$0.key] != nil }
        for (id, device) in devices where device.session.user.uid == uid { end(id, .userDeleted) }
    }

    /// Ends a session, unless it has already ended.
    mutating func end(_ id: String, _ code: AuthError.Code) {
        if devices[id] == nil { devices[id] = Device(session: .sample(0, id: id)) }
        if devices[id]?.ending == nil { devices[id]?.ending = code }
    }

    /// Creates a live session of the given user, with the next number in its id and tokens, for example `s-2`, `a-2`
    /// and `r-2`.
    mutating func begin(_ user: UserAuthInfo, at now: Date) -> Session {
        count += 1
        let session = Session.sample(count, user: user, at: now)
        devices[session.id] = Device(session: session)
        return session
    }

    /// Replaces a session's tokens, and its user if one is given. The previous refresh token stays valid until the new
    /// tokens are used.
    mutating func rotate(_ device: inout Device, user: UserAuthInfo? = nil, at now: Date) -> Session {
        count += 1
        device.parent = device.session.refreshToken
        device.session = .sample(count, user: user ?? device.session.user, id: device.session.id, at: now)
        device.isUsed = false
        devices[device.session.id] = device
        return device.session
    }

    /// Returns a session's record; throws if the session has ended. An unknown session is accepted, as one from before
    /// the test.
    mutating func device(of session: Session) throws(AuthError) -> Device {
        let device = devices[session.id] ?? Device(session: session)
        if let ending = device.ending { throw AuthError(ending, "the session has ended") }
        devices[session.id] = device
        if users[device.session.user.uid] == nil { users[device.session.user.uid] = device.session.user }
        return device
    }

    /// Returns a session's record, and marks the newest tokens as used if the given session has the newest access
    /// token. Throws if the session has ended.
    mutating func use(_ session: Session) throws(AuthError) -> Device {
        var device = try device(of: session)
        if session.accessToken == device.session.accessToken { device.isUsed = true }
        devices[session.id] = device
        return device
    }

    private mutating func makeUser(_ credential: AuthCredential, at now: Date) -> UserAuthInfo {
        userCount += 1
        let number = userCount
        var user = UserAuthInfo(
            uid: "uid-\(number)", isAnonymous: credential.method == .anonymous, creationDate: now,
            lastSignInDate: now)
        guard !user.isAnonymous else { return user }
        user.email = "test.user.\(number)@example.com"
        user.displayName = "Test User \(number)"
        user.providers = [credential.method.rawValue]
        switch credential {
        case .registration(let form): user.role = form.role
        case .passwordRegistration(let form): (user.role, user.email) = (form.credential.role, form.credential.email)
        case .code(_, let sent, let role):
            user.role = role
            user.email = sent.email
            user.providers = [sent.email == nil ? "phone" : "email"]
        default: break
        }
        return user
    }
}

extension AuthCredential {
    /// The key of the credential among the mock's identities: for example, the sign-in method with the `sub` of an ID
    /// token, or with the token's whole text if it has no `sub`; nil for a guest or a second factor.
    var identity: String? {
        func name(_ token: Secret) -> String { UnverifiedClaims(token)?["sub"] ?? token.exposed }
        return switch self {
        case .google(let idToken, _, _): "google \(name(idToken))"
        case .apple(let idToken, _, _, _, _): "apple \(name(idToken))"
        case .authorizationCode(let code): "browser \(code.code.exposed)"
        case .oneTimeToken(let uid, _): "token \(uid)"
        case .code(_, let sent, _): sent.identity
        case .registration(let form): "registration \(form.ticket.exposed)"
        case .password(let credential): credential.identity
        case .passwordRegistration(let form): form.credential.identity
        case .anonymous, .secondFactor: nil
        }
    }
}
