public import SesameCore
import SesameWire

extension AuthManager {
    /// Links a credential to the account that is signed in. A guest becomes a person and keeps the uid; a person gets
    /// another way to sign in.
    ///
    /// The credential's nonce is of ``nonce(for:)`` for linking. When it has an account of its own already, nothing changes and
    /// ``SesameCore/AuthError/Code/credentialInUse`` is thrown, unless the policy says otherwise: show the person
    /// ``SesameCore/AuthError/conflict`` and hand their choice with its ticket to ``settle(_:ticket:)``.
    ///
    /// - Parameter profile: Fields of a guest who signs up so, in apps that require some. Nobody else's are changed.
    @discardableResult
    public func upgrade(
        with credential: LinkableCredential, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        try await link(AuthCredential(credential), profile: profile, onConflict: onConflict)
    }

    /// Links what a source has brought, of which the back end says whether it can be.
    @discardableResult
    func link(
        _ credential: AuthCredential, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        if case .passwordRegistration(let form) = credential {
            // The account is there already: the password comes to it.
            return try await link(
                .password(form.credential), profile: profile.members.isEmpty ? form.profile : profile,
                onConflict: onConflict)
        }
        let credential = keepingName(in: credential)
        return try await changeAccount(credential.method) { [service] session throws(AuthError) in
            do throws(AuthError) {
                var upgrade = try await service.linkingService.link(
                    credential, to: session, profile: profile, onConflict: onConflict)
                guard upgrade.outcome != .kept else { return upgrade.following(session) }
                self.forgetName(of: credential)
                upgrade.session.appleUser = credential.appleUser
                return upgrade.following(session)
            } catch {
                // With `switch` the person is to be signed in to the other account, whatever that takes.
                let isLeft = onConflict == .switch && session.user.isAnonymous
                self.notePending(error, for: credential, replacing: isLeft ? [session.user.uid] : [])
                throw error
            }
        }
    }

    /// Links a credential that the source gets from the person to the account that is signed in; see
    /// ``upgrade(with:profile:onConflict:)``. It is let through like ``signIn(using:role:replacingGuest:)``.
    /// - Parameter role: The role of a guest who signs up so, in apps with roles; nil takes the source's own.
    @discardableResult
    public func upgrade(
        using source: some CredentialSource, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        try resolve()
        guard machine.session != nil else { throw .nobody }
        // Nobody is shown a sheet for nothing.
        _ = try service.linkingService
        return try await throughGate(source.method) { () async throws(AuthError) in
            let credential = try await linkable(from: source, role)
            return try await link(credential, profile: profile, onConflict: onConflict)
        }
    }

    /// Asks the person for a credential that can be linked to the account that is signed in.
    func linkable(
        from source: some CredentialSource, _ role: String?
    ) async throws(AuthError) -> AuthCredential {
        let epoch = machine.epoch
        // Apple gives a name once: it is kept before anything can go wrong.
        let credential = keepingName(in: try await credential(from: source, for: .linking, role))
        // The nonce was another session's: the server would refuse it, too.
        guard epoch == machine.epoch else { throw .superseded }
        return credential
    }

    /// Carries out what the person decided about a credential that has an account of its own.
    /// - Parameter ticket: That of the ``SesameCore/AuthError/conflict``, good once and for ten minutes.
    @discardableResult
    public func settle(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade {
        try await changeAccount(nil) { [service] session throws(AuthError) in
            var upgrade: Upgrade
            do throws(AuthError) {
                upgrade = try await service.linkingService.settle(choice, ticket: ticket, for: session)
            } catch {
                let isLeft = choice == .switch && session.user.isAnonymous
                self.notePending(error, after: ticket, replacing: isLeft ? [session.user.uid] : [])
                throw error
            }
            if upgrade.outcome != .kept { upgrade.session.appleUser = self.pendingSignIn(by: ticket)?.appleUser }
            self.forgetPending(ticket)
            return upgrade.following(session)
        }
    }

    /// Makes two accounts again of the one that they were merged into, until ``Upgrade/undoableUntil``. A guest who had
    /// become part of another account is that guest again; everybody else goes on in the account whose way to sign in
    /// they have used.
    ///
    /// Throws ``SesameCore/AuthError/Code/nothingToUndo`` when it cannot be undone any more, and
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a fresh
    /// credential of the same person, and hand it in.
    @discardableResult
    public func undoMerge(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) -> Upgrade {
        if let credential { try await confirm(with: credential) }
        return try await changeAccount(nil) { [service] session throws(AuthError) in
            var upgrade = try await service.linkingService.undoMerge(for: session)
            // One of the two accounts, at most, has signed in with Apple.
            if upgrade.user.providers.contains("apple") { upgrade.session.appleUser = session.appleUser }
            return upgrade
        }
    }

    private func changeAccount(
        _ method: SignInMethod?, _ change: (Session) async throws(AuthError) -> Upgrade
    ) async throws(AuthError) -> Upgrade {
        let begun = clock.now
        do throws(AuthError) {
            let upgrade = try await changeLeased(change)
            record(
                AuthEvent(
                    .upgradeSucceeded, method: method, duration: elapsed(since: begun), outcome: upgrade.outcome))
            return upgrade
        } catch {
            record(
                AuthEvent(.upgradeFailed, method: method, code: error.code, duration: elapsed(since: begun)))
            throw error
        }
    }
}

extension Upgrade {
    /// The upgrade with what this device knows of the session before it.
    fileprivate func following(_ session: Session) -> Upgrade {
        var upgrade = self
        upgrade.session = self.session.keepingKnown(of: session)
        let isOther = !user.uid.hasSameBytes(as: session.user.uid)
        if outcome == .merged, isOther, session.user.isAnonymous { upgrade.session.mergedGuest = session.user.uid }
        return upgrade
    }
}
