public import SesameCore
import SesameWire

extension AuthManager {
    /// Links a credential to the signed-in account. A guest gets a permanent account and keeps the uid; another user
    /// gets an additional sign-in method.
    ///
    /// The credential's nonce comes from ``nonce(for:)`` for linking. If the credential already has its own account,
    /// nothing changes and this throws ``SesameCore/AuthError/Code/credentialInUse``: show the user
    /// ``SesameCore/AuthError/conflict`` and pass their choice with its ticket to ``resolveConflict(_:ticket:)``.
    ///
    /// - Parameters:
    ///   - profile: The fields of a guest who signs up this way, in apps with required fields. Other profiles do not
    ///     change.
    ///   - onConflict: The rule for a credential that has its own account; by default the call fails.
    @discardableResult
    public func upgrade(
        with credential: LinkableCredential, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        try await link(AuthCredential(credential), profile: profile, onConflict: onConflict)
    }

    /// Links a credential to the signed-in account. For a password registration, adds the password to the account.
    @discardableResult
    func link(
        _ credential: AuthCredential, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        if case .passwordRegistration(let form) = credential {
            // The account already exists, so the password is added to it.
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
                // With `switch` the user is signed in to the other account in any case.
                let isLeft = onConflict == .switch && session.user.isAnonymous
                self.notePending(error, for: credential, replacing: isLeft ? [session.user.uid] : [])
                throw error
            }
        }
    }

    /// Gets a credential from the source and links it to the signed-in account; see
    /// ``upgrade(with:profile:onConflict:)``. The limits of ``signIn(using:role:replacingGuest:)`` apply.
    /// - Parameter role: The role of a guest who signs up this way, in apps with roles; nil to keep the role of the
    ///   source's credential.
    @discardableResult
    public func upgrade(
        using source: some CredentialSource, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail
    ) async throws(AuthError) -> Upgrade {
        try resolve()
        guard machine.session != nil else { throw .nobody }
        // Throws before a sheet is shown in vain.
        _ = try service.linkingService
        return try await throughGate(source.method) { () async throws(AuthError) in
            let credential = try await linkable(from: source, role)
            return try await link(credential, profile: profile, onConflict: onConflict)
        }
    }

    /// Gets a credential from the source that can be linked to the signed-in account. Throws `cancelled` if the session
    /// is replaced meanwhile.
    func linkable(
        from source: some CredentialSource, _ role: String?
    ) async throws(AuthError) -> AuthCredential {
        let epoch = machine.epoch
        // Apple supplies a name once, so it is stored before any step can fail.
        let credential = keepingName(in: try await credential(from: source, for: .linking, role))
        // The nonce belongs to another session, so the server would refuse it, too.
        guard epoch == machine.epoch else { throw .superseded }
        return credential
    }

    /// Carries out the user's decision about a credential that has its own account.
    /// - Parameter ticket: The ticket of the ``SesameCore/AuthError/conflict``, valid once and for ten minutes.
    @discardableResult
    public func resolveConflict(_ choice: ConflictChoice, ticket: Secret) async throws(AuthError) -> Upgrade {
        try await changeAccount(nil) { [service] session throws(AuthError) in
            var upgrade: Upgrade
            do throws(AuthError) {
                upgrade = try await service.linkingService.resolveConflict(choice, ticket: ticket, for: session)
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

    /// Undoes the merge of two accounts, until ``Upgrade/undoableUntil``. A guest whose account was merged into another
    /// account is signed in to the guest account again. Any other user continues in the account of the sign-in method
    /// that they used.
    ///
    /// Throws ``SesameCore/AuthError/Code/nothingToUndo`` if the merge can no longer be undone, and
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago: get a fresh
    /// credential of the same user and pass it.
    @discardableResult
    public func undoMerge(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) -> Upgrade {
        if let credential { try await reauthenticate(with: credential) }
        return try await changeAccount(nil) { [service] session throws(AuthError) in
            var upgrade = try await service.linkingService.undoMerge(for: session)
            // At most one of the two accounts has signed in with Apple.
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
    /// Returns the upgrade with the data of the earlier session that only this device has, and with the uid of a guest
    /// whose account was merged.
    fileprivate func following(_ session: Session) -> Upgrade {
        var upgrade = self
        upgrade.session = self.session.keepingKnown(of: session)
        let isOther = !user.uid.hasSameBytes(as: session.user.uid)
        if outcome == .merged, isOther, session.user.isAnonymous { upgrade.session.mergedGuest = session.user.uid }
        return upgrade
    }
}
