public import SesameCore

extension AuthManager {
    /// Signs in with a credential that the source gets from the person.
    ///
    /// Only one such sign-in runs at a time: a second one, or one within two seconds of the last, throws
    /// ``SesameCore/AuthError/Code/throttled`` without showing anything.
    @discardableResult
    public func signIn(using source: some CredentialSource) async throws(AuthError) -> SignIn {
        guard gate.enter(at: clock.now) else {
            throw AuthError(.throttled, "a sign-in is running, or has only just ended")
        }
        do throws(AuthError) {
            let signIn = try await begin { [service] () async throws(AuthError) in
                try await source.credential(
                    nonces: NonceSource { () async throws(AuthError) in try await service.nonce() })
            }
            gate.finished(at: clock.now)
            return signIn
        } catch {
            gate.failed()
            throw error
        }
    }

    /// Signs in with a credential. Whoever was signed in is signed out.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await begin { () async throws(AuthError) in credential }
    }

    /// Signs in as a guest. A guest who is signed in stays the same guest.
    @discardableResult
    public func signInAnonymously() async throws(AuthError) -> UserAuthInfo {
        try resolve()
        if let user = machine.session?.user, user.isAnonymous { return user }
        return try await signIn(with: .anonymous).user
    }

    private func begin(
        _ credential: () async throws(AuthError) -> AuthCredential
    ) async throws(AuthError) -> SignIn {
        // So that a session from the last run is known, and revoked when this one takes its place. A store that cannot
        // be read does not keep anybody from signing in; one that cannot be written does, further down.
        if !machine.isResolved { machine.read(readStore()) }
        let attempt = machine.signInBegan()
        let credential = try await credential()
        guard machine.isNewest(attempt) else { throw .superseded }
        let signIn = try await service.exchange(credential)
        guard machine.isNewest(attempt) else {
            await discard(signIn.session)
            throw .superseded
        }
        do throws(AuthError) {
            try install(signIn.session)
        } catch {
            await discard(signIn.session)
            throw error
        }
        return signIn
    }

    /// Stores a new session and, once it is stored, uses it.
    func install(_ session: Session) throws(AuthError) {
        // The store may hold another session than is known here: another process's sign-in, which this one overwrites.
        let held = try? readStore().get()
        try store.save(session)
        isDeletionDue = false
        let known = machine.signedIn(session)
        for replaced in [known, held] {
            if let replaced, !replaced.continues(session) { enqueue(Revocation(replaced)) }
        }
        deliverRevocationsInBackground()
    }

    /// Ends a session that has come too late, or could not be stored: nobody would ever sign it out.
    func discard(_ session: Session) async {
        enqueue(Revocation(session))
        await deliverRevocations()
    }
}
