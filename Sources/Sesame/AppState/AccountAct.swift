package import SesameCore
import SesameWire

/// An action of the signed-in user that the server may want confirmed by a fresh sign-in or a second factor.
package enum AccountAct: Sendable, Equatable {
    case deletion
    case linking
    case unlinking(LinkedMethod)
    case endingSession(AccountSession)
    case endingOtherSessions
    /// Changing the password, confirmed by the current one.
    case changingPassword(to: Secret, current: Secret)
    /// The start of a second factor's enrollment. `language` is the language of the text message with the code; nil
    /// means the app's language.
    case addingFactor(NewSecondFactor, language: String?)
    /// The removal of a second factor, by the factor's id.
    case removingFactor(String)
    /// Creating new recovery codes, which replace the earlier ones.
    case makingRecoveryCodes

    /// Returns true if the error means that the user must confirm the action by a fresh sign-in or a second factor.
    func isUnproved(_ error: AuthError) -> Bool {
        switch (self, error.recovery) {
        case (_, .reauthenticate), (_, .submitSecondFactor(nil)): true
        // The ticket may belong to another account, to which the credential signs in.
        case (.linking, .submitSecondFactor(let challenge?)): challenge.isForConfirmation
        case (_, .submitSecondFactor): true
        default: false
        }
    }
}

extension AppState {
    /// The action that waits for the user's confirmation; nil if none does.
    package var unconfirmed: AccountAct? { flow.unconfirmed }

    /// Links another sign-in method to the account, as ``upgrade(using:role:profile:onConflict:)`` does. If the server
    /// wants a confirmation, the link is completed by ``confirm(_:by:)-(_,AuthCredential)``.
    ///
    /// - Returns: True if the method is linked.
    @discardableResult
    package func link(using source: some CredentialSource) async -> Bool {
        let linked: Void? = await performConfirmed(.upgrade, .linking) { () async throws(AuthError) in
            // A link that is refused because another operation runs must not replace the waiting one.
            self.waitingLink = { auth throws(AuthError) in _ = try await auth.upgrade(using: source) }
            _ = try await self.auth.upgrade(using: source)
        }
        if linked != nil { waitingLink = nil }
        return linked != nil
    }

    /// Removes a sign-in method from the account. All other sessions end if the back end supports that, so that anyone
    /// else with access to the method is signed out.
    package func unlink(_ method: LinkedMethod) async {
        await change(.unlinking(method))
    }

    /// Ends a session of the account. For the session of this device, signs out.
    package func endSession(_ session: AccountSession) async {
        guard !session.isCurrent else { return await signOut() }
        await change(.endingSession(session))
    }

    /// Ends all sessions of the account except this device's.
    package func endOtherSessions() async {
        await change(.endingOtherSessions)
    }

    /// Performs an action other than a deletion or a link, after the given confirmation if there is one. If the server
    /// requires a confirmation, the action is stored in ``unconfirmed``.
    ///
    /// - Returns: True if the action succeeded.
    @discardableResult
    func change(
        _ act: AccountAct, _ prove: () async throws(AuthError) -> Void = { () throws(AuthError) in }
    ) async -> Bool {
        let changed: Void? = await performConfirmed(.change, act) { [auth] () async throws(AuthError) in
            let number = flow.activity?.number
            @MainActor func bring(_ outcome: AccountOutcome) {
                if let number { send(.brought(outcome, number: number)) }
            }
            try await prove()
            switch act {
            case .unlinking(let method): _ = try await auth.unlink(method)
            case .endingSession(let session): try await auth.endSession(session)
            case .endingOtherSessions: try await auth.endOtherSessions()
            case .changingPassword(let next, let current): try await auth.changePassword(to: next, current: current)
            case .addingFactor(let factor, let language):
                bring(.enrollment(factor, try await auth.startSecondFactorEnrollment(factor, language: language)))
            case .removingFactor(let id): try await auth.removeSecondFactor(id)
            case .makingRecoveryCodes: bring(.recoveryCodes(try await auth.generateRecoveryCodes()))
            case .deletion, .linking: break  // They go ways of their own.
            }
        }
        return changed != nil
    }

    /// Confirms an action with a credential, and then performs the action. The action need not be ``unconfirmed`` any
    /// more, because a dialog may have cleared that property first.
    ///
    /// - Returns: True if the user is confirmed, even if the action failed. Also true, without a confirmation, if the
    ///   action is a link and no link is waiting.
    @discardableResult
    package func confirm(_ act: AccountAct, by credential: AuthCredential) async -> Bool {
        await confirm(act) { () async throws(AuthError) in credential }
    }

    /// Confirms an action with a credential from the source, and then performs the action.
    ///
    /// - Returns: True if the user is confirmed, even if the action failed. Also true, without a confirmation, if the
    ///   action is a link and no link is waiting.
    @discardableResult
    package func confirm(_ act: AccountAct, by source: some CredentialSource) async -> Bool {
        await confirm(act) { [auth] () async throws(AuthError) in
            try await auth.credential(from: source, for: .confirmation, auth.auth?.role)
        }
    }

    private func confirm(_ act: AccountAct, _ proof: () async throws(AuthError) -> AuthCredential) async -> Bool {
        let uid = auth.auth?.uid
        var isProved = false
        switch act {
        case .deletion:
            await delete { [auth] () async throws(AuthError) in
                do throws(AuthError) {
                    try await self.prove(proof, of: uid)
                } catch {
                    auth.record(AuthEvent(.deletionFailed, code: error.code))
                    throw error
                }
                isProved = true
                return try await auth.deleteAccount()
            }
        case .unlinking, .endingSession, .endingOtherSessions, .changingPassword, .addingFactor, .removingFactor,
            .makingRecoveryCodes:
            await change(act) { () async throws(AuthError) in
                try await self.prove(proof, of: uid)
                isProved = true
            }
        case .linking:
            guard let link = waitingLink else {
                dismissProblem()
                return true
            }
            let linked: Void? = await performConfirmed(.upgrade, act) { () async throws(AuthError) in
                try await self.prove(proof, of: uid)
                isProved = true
                try await link(self.auth)
            }
            if linked != nil { waitingLink = nil }
        }
        return isProved
    }

    /// Reauthenticates the user, and clears ``unconfirmed`` and the confirmation form. Throws `superseded` if the user
    /// with the given id is no longer signed in.
    private func prove(
        _ proof: () async throws(AuthError) -> AuthCredential, of uid: String?
    ) async throws(AuthError) {
        let number = flow.activity?.number
        do throws(AuthError) {
            let credential = try await proof()
            try require(uid)
            try await auth.reauthenticate(with: credential)
            try require(uid)
        } catch {
            // The second factor belongs to this account, not to another one.
            var error = error
            if error.secondFactor?.isForConfirmation == false { error.secondFactor = nil }
            throw error
        }
        if let number { send(.proved(number: number)) }
    }

    /// Checks that the user with the given id is still signed in, and throws `superseded` otherwise: one user's
    /// confirmation does not count for another user's action.
    private func require(_ uid: String?) throws(AuthError) {
        guard let uid, auth.auth?.uid.hasSameBytes(as: uid) == true else { throw .superseded }
    }

    /// Cancels the action that waits, or is about to wait, for confirmation. Call this method when the screen that asks
    /// for the confirmation opens or closes.
    package func giveUpUnconfirmed() {
        guard !isBusy else {
            isActGivenUp = true
            return
        }
        waitingLink = nil
        guard unconfirmed != nil else { return }
        if confirmation != nil { cancelSecondFactor() } else { dismissProblem() }
    }

    /// Deletes the account with the given call, and sets ``deletion`` if steps remain for the user.
    func delete(_ body: () async throws(AuthError) -> AccountDeletion) async {
        if let deletion = await performConfirmed(.deletion, .deletion, body) { send(.deleted(deletion)) }
    }

    /// Runs an action for which the server may want a confirmation. If the server wants one, the action is stored in
    /// ``unconfirmed``, and a user with a second factor gets a form to confirm the action.
    ///
    /// - Returns: The action's result; nil if it failed, or if another operation runs.
    @discardableResult
    private func performConfirmed<Answer: Sendable>(
        _ kind: AppActivity.Kind, _ act: AccountAct, _ body: () async throws(AuthError) -> Answer
    ) async -> Answer? {
        await perform(kind) { () async throws(AuthError) in
            let number = flow.activity?.number
            isActGivenUp = false
            do throws(AuthError) {
                return try await body()
            } catch {
                guard let number, act.isUnproved(error) else { throw error }
                guard !isActGivenUp else {
                    waitingLink = nil
                    throw .superseded
                }
                send(.proofWanted(act, try await confirmation(for: error), number: number))
                throw error
            }
        }
    }

    /// Returns the form with which the user confirms an action by a second factor; nil if the account has no second
    /// factor, or the back end also requires the first factor. Also nil if the second factors cannot be loaded and the
    /// server asked for a fresh sign-in.
    private func confirmation(for error: AuthError) async throws(AuthError) -> SecondFactorForm? {
        if let challenge = error.secondFactor, challenge.isForConfirmation { return SecondFactorForm(challenge) }
        // If this request fails, a second factor may be missed: the server then refuses the other confirmation and
        // names the factor.
        if case .reauthenticate = error.recovery {
            return (try? await auth.secondFactors()).flatMap(SecondFactorForm.init(confirming:))
        }
        return SecondFactorForm(confirming: try await auth.secondFactors())
    }
}
