public import SesameCore
import SesameWire

extension AuthManager {
    /// Signs in with a credential that the source gets from the person.
    ///
    /// A guest who is signed in keeps their account and becomes a person, as by ``upgrade(using:role:profile:onConflict:)``.
    /// Where the credential has an account already, ``SesameCore/AuthError/Code/credentialInUse`` is thrown with the
    /// choice between the two. A source whose credentials cannot be linked
    /// (``CredentialSource/keepsGuest``) is not asked: ``SesameCore/AuthError/Code/guestSignedIn``.
    ///
    /// Only one such sign-in runs at a time: a second one, or one within two seconds of the last, throws
    /// ``SesameCore/AuthError/Code/throttled`` without showing anything. After a sign-out the next one may follow at once.
    ///
    /// - Parameters:
    ///   - role: The role that the person chose before, in apps with roles; nil takes the source's own.
    ///   - replacingGuest: True to leave a guest's account behind. Nobody reaches it again.
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

    /// Signs in with a credential, whose nonce is of ``nonce(for:)`` for a sign-in. A person who was signed in is signed out; a guest
    /// keeps their account, as by ``signIn(using:role:replacingGuest:)``.
    ///
    /// - Parameter replacingGuest: True to leave a guest's account behind. Nobody reaches it again. The nonce is then
    ///   of ``nonce(for:)`` for that. What ends a sign-in, a second factor or a registration, replaces whom that
    ///   sign-in was to replace.
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

    /// True if a guest is signed in, whose account the next sign-in has to keep.
    private func isGuestKept(_ replacingGuest: Bool) -> Bool {
        guard !replacingGuest else { return false }
        if !machine.isResolved { read(readStore()) }
        // Another process may have signed one in meanwhile.
        if machine.session == nil, let held = try? readStore().get(), held.user.isAnonymous { read(.success(held)) }
        return machine.session?.user.isAnonymous == true
    }

    /// Asks the server for the guest who is signed in, as far as it can be asked. False if they are gone.
    private func isGuestThere() async -> Bool {
        if let session = machine.session {
            _ = await Result { () async throws(AuthError) in
                try await self.session(for: session.user.uid, rejecting: session.accessToken)
            }
        }
        return isGuestKept(false)
    }

    /// Links what the source gets from the person to the guest who is signed in; nil when there is none. With a session
    /// that has ended at the server there is nothing left to keep.
    private func keepGuest(by source: some CredentialSource, _ role: String?) async throws(AuthError) -> SignIn? {
        guard isGuestKept(false), try await hasLinks() else { return nil }
        let credential: AuthCredential? = try await unlessEnded { () async throws(AuthError) in
            _ = try await usableSession(validFor: .seconds(60))
            return try await linkable(from: source, role)
        }
        guard let credential else { return nil }
        // The person has been to the page. Nobody is sent there once more, unasked, to end up in a new account.
        if case .authorizationCode = credential { return try await keepGuest(by: credential) }
        return try await unlessEnded { () async throws(AuthError) in try await self.keepGuest(by: credential) }
    }

    /// True if the back end can keep the guest who is signed in; false if there is nobody left to keep. A guest of a back
    /// end without links is left behind on purpose alone.
    private func hasLinks() async throws(AuthError) -> Bool {
        guard service.links == nil else { return true }
        guard await isGuestThere() else { return false }
        throw .guestWouldBeLost
    }

    /// Keeps the guest by that way; nil where they turn out to be gone.
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

    /// True if the server has ended the session that was there.
    private var hasEnded: Bool {
        if case .signedOut(.ended) = machine.state { true } else { false }
    }

    /// Links the credential to the guest who is signed in; nil when they turn out to be gone, and the credential serves
    /// without them. A provider's does not, where the back end has links: its nonce was the guest's.
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

    /// Signs in as a guest. A guest who is signed in stays the same guest.
    @discardableResult
    public func signInAnonymously() async throws(AuthError) -> UserAuthInfo {
        try resolve()
        if let user = machine.session?.user, user.isAnonymous { return user }
        return try await signIn(with: .anonymous).user
    }

    /// Signs in with Apple, by the configuration's source. A guest keeps their account. Throws
    /// ``SesameCore/AuthError/Code/providerRequired`` when it has none.
    /// - Parameter role: The role that the person chose before, in apps with roles; nil takes the source's own.
    @discardableResult
    public func signInWithApple(role: String?) async throws(AuthError) -> UserAuthInfo {
        try await signInWithApple(role: role, replacingGuest: false)
    }

    /// Signs in with Apple, by the configuration's source, as ``signInWithApple(role:)`` does.
    /// - Parameters:
    ///   - role: The role that the person chose before, in apps with roles; nil takes the source's own.
    ///   - replacingGuest: As in ``signIn(using:role:replacingGuest:)``.
    @discardableResult
    public func signInWithApple(
        role: String? = nil, replacingGuest: Bool
    ) async throws(AuthError) -> UserAuthInfo {
        guard let apple else { throw AuthError(.providerRequired, "the configuration has no source for Apple") }
        return try await signIn(using: apple, role: role, replacingGuest: replacingGuest).user
    }

    /// Signs in with Google, by the configuration's source. Throws
    /// ``SesameCore/AuthError/Code/providerRequired`` when it has none.
    /// - Parameters:
    ///   - role: The role that the person chose before, in apps with roles; nil takes the source's own.
    ///   - replacingGuest: As in ``signIn(using:role:replacingGuest:)``.
    @discardableResult
    public func signInWithGoogle(
        role: String? = nil, replacingGuest: Bool = false
    ) async throws(AuthError) -> UserAuthInfo {
        guard let google else { throw AuthError(.providerRequired, "the configuration has no source for Google") }
        return try await signIn(using: google, role: role, replacingGuest: replacingGuest).user
    }

    /// Signs in with what Google's SDK, or ``GoogleWebSignIn``, brought.
    ///
    /// For Google's SDK ask ``nonce(for:)`` for a sign-in first, and give its sheet the nonce. It is let through like
    /// ``signIn(using:role:replacingGuest:)``: a result that is delivered twice makes one attempt.
    @discardableResult
    public func signInWithGoogle(result: GoogleSignInResult) async throws(AuthError) -> UserAuthInfo {
        try await signInWithGoogle(result: result, replacingGuest: false)
    }

    /// Signs in with what Google's SDK brought, as ``signInWithGoogle(result:)`` does.
    /// - Parameter replacingGuest: As in ``signIn(with:replacingGuest:)``.
    @discardableResult
    public func signInWithGoogle(
        result: GoogleSignInResult, replacingGuest: Bool
    ) async throws(AuthError) -> UserAuthInfo {
        try await throughGate(.google) { () async throws(AuthError) in
            try await self.signIn(with: result.credential, replacingGuest: replacingGuest)
        }.user
    }

    /// A fresh nonce for a provider's token, good once and for that purpose alone. Who hands over a source needs none.
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
                // The guest is gone at the server.
                guard hasEnded else { throw error }
                return try await service.nonce()
            }
        }
    }

    /// Asks the person for a credential.
    func credential(
        from source: some CredentialSource, for purpose: CredentialPurpose, _ role: String?
    ) async throws(AuthError) -> AuthCredential {
        try await source.credential(for: request(for: purpose, role: role)).choosing(role)
    }

    /// Runs an attempt if the gate lets it through.
    func throughGate<Outcome: Sendable>(
        _ method: SignInMethod?, _ attempt: () async throws(AuthError) -> Outcome
    ) async throws(AuthError) -> Outcome {
        guard gate.enter(at: clock.now) else {
            record(AuthEvent(.signInThrottled, method: method, code: .throttled))
            throw AuthError(.throttled, "a sign-in is running, or has only just ended")
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
        // So that a session from the last run is known, and revoked when this one takes its place. A store that cannot
        // be read does not keep anybody from signing in; one that cannot be written does, further down.
        if !machine.isResolved { read(readStore()) }
        // Where somebody is locked away nobody takes their place: better now than after the server has begun a session.
        if let error = await unlock() { throw error }
        let attempt = machine.signInBegan()
        var left = leftGuest(replacingGuest)
        let credential = keepingName(in: try await credential())
        guard machine.isNewest(attempt) else { throw .superseded }
        // The store may have been locked when it began, or a merge undone since.
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

    /// The guest whose account a sign-in that begins now leaves behind, given what the app wants: the one who is known
    /// here, or whom another process has signed in before.
    private func leftGuest(_ replacingGuest: Bool) -> LeftGuest {
        guard replacingGuest else { return .these([]) }
        guard machine.isResolved else { return .anybody }
        let held = (try? readStore().get()) ?? nil
        return .these([machine.session, held].compactMap { $0?.user }.filter(\.isAnonymous).map(\.uid))
    }

    /// Stores a new session and, once it is stored, uses it. A guest whose place it would take keeps it, unless it is
    /// they who are to be left behind.
    func install(_ session: Session, leaving left: LeftGuest) throws(AuthError) {
        // The store may hold another session than is known here: another process's sign-in, which this one overwrites.
        let held = (try? readStore().get()) ?? nil
        let replaced = machine.replaced(by: session, held: held)
        guard replaced.allSatisfy({ !$0.user.isAnonymous || left.includes($0.user) }) else {
            // Another process's guest is known from now on: the next attempt keeps them.
            if let held, held.user.isAnonymous { read(.success(held)) }
            throw .guestWouldBeLost
        }
        try save(session, inPlaceOf: replaced)
        dueDeletion = nil
        machine.signedIn(session)
        deliverRevocationsInBackground()
    }

    /// Ends a session that has come too late, or could not be stored: nobody would ever sign it out.
    func discard(_ session: Session) async {
        enqueue(Revocation(session))
        await deliverRevocations()
    }
}

/// The guest whose account a new session may leave behind.
enum LeftGuest: Equatable {
    /// One with such a uid; any other guest who is there keeps the place.
    case these([String])
    /// Any user, where the store could not be read when it began.
    case anybody

    /// The uids that are known.
    var uids: [String] {
        if case .these(let uids) = self { uids } else { [] }
    }

    /// True if it is this guest, too.
    func includes(_ guest: UserAuthInfo) -> Bool {
        switch self {
        case .these(let uids): uids.contains { $0.hasSameBytes(as: guest.uid) }
        case .anybody: true
        }
    }
}

extension SignIn {
    /// The sign-in of a guest who keeps the account.
    fileprivate init(_ upgrade: Upgrade) {
        self.init(session: upgrade.session, isNewUser: false)
    }
}
