public import SesameCore
import SesameWire

extension AuthManager {
    /// Signs in with a credential that the source gets from the user.
    ///
    /// A signed-in guest keeps their account and adds the sign-in method, as in
    /// ``upgrade(using:role:profile:onConflict:)``. If the credential already has an account, this throws
    /// ``SesameCore/AuthError/Code/credentialInUse``; the error's ``SesameCore/AuthError/conflict`` offers the choice
    /// between the two accounts if the back end supports that. A source whose credentials cannot be linked
    /// (``CredentialSource/keepsGuest``) is not called for a guest: this throws
    /// ``SesameCore/AuthError/Code/guestSignedIn``.
    ///
    /// Only one such sign-in runs at a time: a second one, or one within two seconds after a successful one, throws
    /// ``SesameCore/AuthError/Code/throttled`` without showing anything. After a sign-out the next one may follow at
    /// once.
    ///
    /// - Parameters:
    ///   - role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - replacingGuest: True to abandon a guest's account, which can never be reached again.
    @discardableResult
    public func signIn(
        using source: some CredentialSource, role: String? = nil, replacingGuest: Bool = false
    ) async throws(AuthError) -> SignIn {
        if isGuestKept(replacingGuest), !source.keepsGuest, await isGuestThere() {
            return try await recorded(source.method) { () async throws(AuthError) in throw .guestWouldBeLost }
        }
        return try await throughGate(source.method) { () async throws(AuthError) in
            try await self.recorded(source.method) { () async throws(AuthError) in
                if !replacingGuest, let signIn = try await self.keepGuest(by: source, role) { return signIn }
                return try await self.attempt(replacingGuest) { () async throws(AuthError) in
                    try await self.credential(from: source, for: .replacingGuest, role)
                }
            }
        }
    }

    /// Signs in with a credential, and ends the session of a user who was signed in before. A guest keeps their
    /// account, as in ``signIn(using:role:replacingGuest:)``. The nonce of a provider's credential comes from
    /// ``nonce(for:)`` with ``CredentialPurpose/signIn``.
    ///
    /// - Parameter replacingGuest: True to abandon a guest's account, which can never be reached again. The nonce then
    ///   comes from ``nonce(for:)`` with ``CredentialPurpose/replacingGuest``. A second factor or a registration that
    ///   completes such a sign-in abandons the guest's account without this parameter.
    @discardableResult
    public func signIn(
        with credential: AuthCredential, replacingGuest: Bool = false
    ) async throws(AuthError) -> SignIn {
        let replacingGuest = replacingGuest || replacesGuest(credential)
        return try await recorded(credential.method) { () async throws(AuthError) in
            if isGuestKept(replacingGuest), let signIn = try await self.keepGuest(by: credential) { return signIn }
            return try await self.attempt(replacingGuest) { () async throws(AuthError) in credential }
        }
    }

    /// Returns true if a guest is signed in and the next sign-in has to keep their account.
    private func isGuestKept(_ replacingGuest: Bool) -> Bool {
        guard !replacingGuest else { return false }
        if !machine.isResolved { read(readStore()) }
        // Another process may have signed in a guest meanwhile.
        if machine.session == nil, let held = try? readStore().get(), held.user.isAnonymous { read(.success(held)) }
        return machine.session?.user.isAnonymous == true
    }

    /// Refreshes the session, and returns true if the guest is still signed in afterwards. If the server cannot be
    /// reached, the guest counts as existing.
    private func isGuestThere() async -> Bool {
        if let session = machine.session {
            _ = await Result { () async throws(AuthError) in
                try await self.session(for: session.user.uid, rejecting: session.accessToken)
            }
        }
        return isGuestKept(false)
    }

    /// Links a credential that the source gets from the user to the signed-in guest. Returns nil if no guest is signed
    /// in, or if the guest's session has ended at the server, so that nothing is left to keep.
    private func keepGuest(by source: some CredentialSource, _ role: String?) async throws(AuthError) -> SignIn? {
        guard isGuestKept(false), try await hasLinks() else { return nil }
        let credential: AuthCredential? = try await unlessEnded { () async throws(AuthError) in
            _ = try await usableSession(validFor: .seconds(60))
            return try await linkable(from: source, role)
        }
        guard let credential else { return nil }
        // The user has already visited the page. They must not be sent there again and end up in a new account.
        if case .authorizationCode = credential { return try await keepGuest(by: credential) }
        return try await unlessEnded { () async throws(AuthError) in try await self.keepGuest(by: credential) }
    }

    /// Returns true if the back end can link credentials to the signed-in guest, and false if it cannot and the guest
    /// no longer exists. Otherwise throws `guestSignedIn`, because a guest's account is abandoned only on request.
    private func hasLinks() async throws(AuthError) -> Bool {
        guard service.links == nil else { return true }
        guard await isGuestThere() else { return false }
        throw .guestWouldBeLost
    }

    /// Runs the closure that keeps the guest, and returns its value; nil if it fails because the server has ended the
    /// guest's session.
    private func unlessEnded<Kept: Sendable>(
        _ keep: () async throws(AuthError) -> Kept?
    ) async throws(AuthError) -> Kept? {
        do throws(AuthError) {
            return try await keep()
        } catch {
            guard hasEnded, AuthError.Code.endingSession.contains(error.code) else { throw error }
            return nil
        }
    }

    /// True if the server has ended the session.
    private var hasEnded: Bool {
        if case .signedOut(.ended) = machine.state { true } else { false }
    }

    /// Links the credential to the signed-in guest. Returns nil if the guest no longer exists and the credential can
    /// sign in without them. Throws `guestSignedIn` if the guest exists but the credential cannot be linked.
    ///
    /// A provider's credential cannot sign in without the guest if the back end supports links, because its nonce
    /// belongs to the guest.
    private func keepGuest(by credential: AuthCredential) async throws(AuthError) -> SignIn? {
        switch credential {
        case .apple, .google(_, .some, _):
            guard try await hasLinks() else { return nil }
            return SignIn(try await link(credential))
        case .authorizationCode(let code) where code.isForLinking:
            guard try await hasLinks() else { return nil }
            return SignIn(try await link(credential))
        case .passwordRegistration:
            guard try await hasLinks() else { return nil }
            return try await unlessEnded { () async throws(AuthError) in SignIn(try await link(credential)) }
        case .anonymous:
            guard let session = machine.session else { throw .superseded }
            return SignIn(session: session, isNewUser: false)
        case .google(_, nil, _), .password, .authorizationCode, .oneTimeToken, .code, .registration, .secondFactor:
            guard await isGuestThere() else { return nil }
            throw .guestWouldBeLost
        }
    }

    /// Signs in as a guest. A signed-in guest stays the same guest.
    @discardableResult
    public func signInAnonymously() async throws(AuthError) -> UserAuthInfo {
        try resolve()
        if let user = machine.session?.user, user.isAnonymous { return user }
        return try await signIn(with: .anonymous).user
    }

    /// Signs in with Apple, using the manager's credential source for Apple. A guest keeps their account. Throws
    /// ``SesameCore/AuthError/Code/providerRequired`` if the manager was created without such a source.
    /// - Parameter role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///   credential.
    @discardableResult
    public func signInWithApple(role: String?) async throws(AuthError) -> UserAuthInfo {
        try await signInWithApple(role: role, replacingGuest: false)
    }

    /// Signs in with Apple, using the manager's credential source for Apple, as ``signInWithApple(role:)`` does.
    /// - Parameters:
    ///   - role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - replacingGuest: As in ``signIn(using:role:replacingGuest:)``.
    @discardableResult
    public func signInWithApple(
        role: String? = nil, replacingGuest: Bool
    ) async throws(AuthError) -> UserAuthInfo {
        guard let apple else {
            throw AuthError(.providerRequired, "the configuration has no credential source for Apple")
        }
        return try await signIn(using: apple, role: role, replacingGuest: replacingGuest).user
    }

    /// Signs in with Google, using the manager's credential source for Google. Throws
    /// ``SesameCore/AuthError/Code/providerRequired`` if the manager was created without such a source.
    /// - Parameters:
    ///   - role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - replacingGuest: As in ``signIn(using:role:replacingGuest:)``.
    @discardableResult
    public func signInWithGoogle(
        role: String? = nil, replacingGuest: Bool = false
    ) async throws(AuthError) -> UserAuthInfo {
        guard let google else {
            throw AuthError(.providerRequired, "the configuration has no credential source for Google")
        }
        return try await signIn(using: google, role: role, replacingGuest: replacingGuest).user
    }

    /// Signs in with the result of Google's SDK or ``GoogleWebSignIn``.
    ///
    /// With Google's SDK, get a nonce from ``nonce(for:)`` for a sign-in first, and pass it to the SDK's sheet. The
    /// limits of ``signIn(using:role:replacingGuest:)`` apply: if a result is delivered twice in a row, the second call
    /// throws ``SesameCore/AuthError/Code/throttled``.
    @discardableResult
    public func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo {
        try await signInWithGoogle(result: result, replacingGuest: false)
    }

    /// Signs in with the result of Google's SDK, as ``signInWithGoogle(result:)`` does.
    /// - Parameter replacingGuest: As in ``signIn(with:replacingGuest:)``.
    @discardableResult
    public func signInWithGoogle(
        result: GoogleSignInResult, replacingGuest: Bool
    ) async throws(AuthError) -> UserAuthInfo {
        try await throughGate(.google) { () async throws(AuthError) in
            try await self.signIn(with: result.credential, replacingGuest: replacingGuest)
        }.user
    }

    /// Returns a fresh nonce for a provider's token, valid once. A nonce for linking, or for the sign-in of a guest who
    /// keeps their account, is valid only for the current session. You do not need this method with a credential
    /// source.
    public func nonce(for purpose: CredentialPurpose) async throws(AuthError) -> Nonce {
        switch purpose {
        case .replacingGuest, .confirmation: return try await service.nonce()
        case .linking:
            return try await inSession { [service] session throws(AuthError) in
                try await service.linkingService.nonce(linkingTo: session)
            }
        case .signIn:
            guard isGuestKept(false), service.links != nil else { return try await service.nonce() }
            do throws(AuthError) {
                return try await nonce(for: .linking)
            } catch {
                // The guest no longer exists at the server.
                guard hasEnded else { throw error }
                return try await service.nonce()
            }
        }
    }

    /// Gets a credential for the purpose from the source, with the given role if there is one.
    func credential(
        from source: some CredentialSource, for purpose: CredentialPurpose, _ role: String?
    ) async throws(AuthError) -> AuthCredential {
        try await source.credential(for: request(for: purpose, role: role)).choosing(role)
    }

    /// Runs an attempt to sign in. Throws `throttled` if another one is in progress or has just succeeded.
    func throughGate<Outcome: Sendable>(
        _ method: SignInMethod?, _ attempt: () async throws(AuthError) -> Outcome
    ) async throws(AuthError) -> Outcome {
        guard gate.enter(at: clock.now) else {
            record(AuthEvent(.signInThrottled, method: method, code: .throttled))
            throw AuthError(.throttled, "another sign-in is in progress or has just ended")
        }
        do throws(AuthError) {
            let outcome = try await attempt()
            gate.finished(at: clock.now)
            return outcome
        } catch {
            gate.failed()
            throw error
        }
    }

    private func recorded(
        _ method: SignInMethod?, _ signIn: () async throws(AuthError) -> SignIn
    ) async throws(AuthError) -> SignIn {
        record(AuthEvent(.signInBegan, method: method))
        let begun = clock.now
        do throws(AuthError) {
            let signIn = try await signIn()
            record(
                AuthEvent(
                    .signInSucceeded, method: method, duration: elapsed(since: begun), isNewUser: signIn.isNewUser))
            if signIn.isNewUser { record(AuthEvent(.accountCreated, method: method)) }
            return signIn
        } catch {
            record(
                AuthEvent(
                    error.code == .cancelled ? .signInCancelled : .signInFailed, method: method, code: error.code,
                    duration: elapsed(since: begun)))
            throw error
        }
    }

    private func attempt(
        _ replacingGuest: Bool, _ credential: () async throws(AuthError) -> AuthCredential
    ) async throws(AuthError) -> SignIn {
        // Reads the session of the last run, which is revoked when this one replaces it. A store that cannot be read
        // does not prevent a sign-in; one that cannot be written does, further down.
        if !machine.isResolved { read(readStore()) }
        // A locked session is not replaced. This fails now, before the server begins a session.
        if let error = await unlock() { throw error }
        let attempt = machine.signInBegan()
        var left = leftGuest(replacingGuest)
        let credential = keepingName(in: try await credential())
        guard machine.isNewest(attempt) else { throw .superseded }
        // The store may have been locked at the start, or a merge undone since.
        if isGuestKept(replacingGuest) { throw .guestWouldBeLost }
        if left == .anybody {
            read(readStore())
            left = leftGuest(replacingGuest)
        }
        var signIn: SignIn
        do throws(AuthError) {
            signIn = try await service.exchange(credential)
        } catch {
            notePending(error, for: credential, replacing: left.uids)
            throw error.saidBeside(machine.session)
        }
        signIn.session.appleUser = credential.appleUser ?? pendingSignIn(of: credential)?.appleUser
        if let known = machine.session { signIn.session = signIn.session.keepingKnown(of: known) }
        forgetName(of: credential)
        forgetPending(credential.ticket)
        guard machine.isNewest(attempt) else {
            await discard(signIn.session)
            throw .superseded
        }
        do throws(AuthError) {
            try install(signIn.session, leaving: left)
        } catch {
            await discard(signIn.session)
            throw error
        }
        return signIn
    }

    /// Returns the guests whose account a sign-in may abandon: none unless the app has requested that; any guest while
    /// the store has not been read; or else the guests known here and in the store.
    private func leftGuest(_ replacingGuest: Bool) -> LeftGuest {
        guard replacingGuest else { return .these([]) }
        guard machine.isResolved else { return .anybody }
        let held = (try? readStore().get()) ?? nil
        return .these([machine.session, held].compactMap { $0?.user }.filter(\.isAnonymous).map(\.uid))
    }

    /// Stores a new session and then uses it. Throws `guestSignedIn` if it would replace the session of a guest that
    /// `left` does not include.
    func install(_ session: Session, leaving left: LeftGuest) throws(AuthError) {
        // The store may hold a session that is not known here: another process's sign-in, which this one overwrites.
        let held = (try? readStore().get()) ?? nil
        let replaced = machine.replaced(by: session, held: held)
        guard replaced.allSatisfy({ !$0.user.isAnonymous || left.includes($0.user) }) else {
            // Another process's guest is known now, so the next attempt keeps them.
            if let held, held.user.isAnonymous { read(.success(held)) }
            throw .guestWouldBeLost
        }
        try save(session, inPlaceOf: replaced)
        dueDeletion = nil
        machine.signedIn(session)
        sendPendingRevocationsInBackground()
    }

    /// Revokes a session that is not used, because it came too late or could not be stored.
    func discard(_ session: Session) async {
        enqueue(Revocation(session))
        await sendPendingRevocations()
    }
}

/// The guests whose account a new session may replace.
enum LeftGuest: Equatable {
    /// The guests with the given uids. The account of any other guest remains.
    case these([String])
    /// Any guest, if the store could not be read at the start.
    case anybody

    /// The uids of the included guests; empty if any guest is included.
    var uids: [String] {
        if case .these(let uids) = self { uids } else { [] }
    }

    /// Returns true if a new session may replace the guest's account.
    func includes(_ guest: UserAuthInfo) -> Bool {
        switch self {
        case .these(let uids): uids.contains { $0.hasSameBytes(as: guest.uid) }
        case .anybody: true
        }
    }
}

extension SignIn {
    /// Creates the sign-in of a guest who keeps their account.
    fileprivate init(_ upgrade: Upgrade) {
        self.init(session: upgrade.session, isNewUser: false)
    }
}
