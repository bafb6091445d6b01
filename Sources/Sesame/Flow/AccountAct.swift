package import SesameCore
import SesameWire

/// A wish of the person who is signed in, which the server may want confirmed by a fresh proof of who they are.
package enum AccountAct: Sendable, Equatable {
    /// The deletion of the account.
    case deletion
    /// Another way to sign in.
    case linking
    /// The end of a way to sign in.
    case unlinking(LinkedMethod)
    /// The end of another session.
    case endingSession(AccountSession)
    /// The end of all other sessions.
    case endingOtherSessions
    /// Another password, by the one as it is now.
    case changingPassword(to: Secret, current: Secret)
    /// The beginning of a second factor, with the language of a text to a phone.
    case addingFactor(NewSecondFactor, language: String?)
    /// The end of a second factor, by its id.
    case removingFactor(String)
    /// Recovery codes in place of those before.
    case makingRecoveryCodes

    /// True if that error says that the proof is missing.
    func isUnproved(_ error: AuthError) -> Bool {
        switch (self, error.recovery) {
        case (_, .reauthenticate), (_, .showSecondFactor(nil)): true
        // The ticket may be that of another account, which the credential leads to.
        case (.linking, .showSecondFactor(let challenge?)): challenge.isForConfirmation
        case (_, .showSecondFactor): true
        default: false
        }
    }
}

extension AppState {
    /// The act that waits until the person has confirmed it; nil while none does.
    package var unconfirmed: AccountAct? { flow.unconfirmed }

    /// Links another way to sign in to the account of a person, as ``upgrade(using:role:profile:onConflict:)`` does; what
    /// the server wants confirmed waits for ``confirm(_:by:)-(_,AuthCredential)``.
    /// - Returns: True if it is linked.
    @discardableResult
    package func link(using source: some CredentialSource) async -> Bool {
        let linked: Void? = await performConfirmed(.upgrade, .linking) { () async throws(AuthError) in
            // A link that is refused, since something else runs, takes no other one's place.
            self.waitingLink = { auth throws(AuthError) in _ = try await auth.upgrade(using: source) }
            _ = try await self.auth.upgrade(using: source)
        }
        if linked != nil { waitingLink = nil }
        return linked != nil
    }

    /// Takes a way to sign in from the account. Whoever else has it, too, is out: all other sessions end.
    package func unlink(_ method: LinkedMethod) async {
        await change(.unlinking(method))
    }

    /// Ends a session of the account; this device's by a sign-out.
    package func endSession(_ session: AccountSession) async {
        guard !session.isCurrent else { return await signOut() }
        await change(.endingSession(session))
    }

    /// Ends all sessions of the account but this device's.
    package func endOtherSessions() async {
        await change(.endingOtherSessions)
    }

    /// Changes what that act is about, after a proof where there is one.
    /// - Returns: True if it is changed.
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
                bring(.enrolment(factor, try await auth.beginSecondFactor(factor, language: language)))
            case .removingFactor(let id): try await auth.removeSecondFactor(id)
            case .makingRecoveryCodes: bring(.recoveryCodes(try await auth.makeRecoveryCodes()))
            case .deletion, .linking: break  // They go ways of their own.
            }
        }
        return changed != nil
    }

    /// Does what waits, with a proof of who is signed in. It need not be ``unconfirmed`` any more: a dialog may put that
    /// away first.
    /// - Returns: True if it is proved who they are, whatever has come of the act.
    @discardableResult
    package func confirm(_ act: AccountAct, by credential: AuthCredential) async -> Bool {
        await confirm(act) { () async throws(AuthError) in credential }
    }

    /// Does what waits, once the person has proved by that source that it is them.
    /// - Returns: True if it is proved who they are, whatever has come of the act.
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

    /// Proves that it is that person who is signed in. Then nothing waits any more: whatever comes of the act, another try
    /// needs no proof.
    private func prove(
        _ proof: () async throws(AuthError) -> AuthCredential, of uid: String?
    ) async throws(AuthError) {
        let number = flow.activity?.number
        do throws(AuthError) {
            let credential = try await proof()
            try require(uid)
            try await auth.confirm(with: credential)
            try require(uid)
        } catch {
            // It is this account's factor that is asked for, and not another one's.
            var error = error
            if error.secondFactor?.isForConfirmation == false { error.secondFactor = nil }
            throw error
        }
        if let number { send(.proved(number: number)) }
    }

    /// Holds if that person is still signed in: a proof of one is none for an act of another.
    private func require(_ uid: String?) throws(AuthError) {
        guard let uid, auth.auth?.uid.hasSameBytes(as: uid) == true else { throw .superseded }
    }

    /// Gives up what waits to be confirmed, if anything does, and what is about to: the screen that asks for the proof
    /// goes, or comes anew.
    package func giveUpUnconfirmed() {
        guard !isBusy else {
            isActGivenUp = true
            return
        }
        waitingLink = nil
        guard unconfirmed != nil else { return }
        if confirmation != nil { cancelSecondFactor() } else { dismissProblem() }
    }

    /// Deletes the account, and shows what that leaves to the person.
    func delete(_ body: () async throws(AuthError) -> AccountDeletion) async {
        if let deletion = await performConfirmed(.deletion, .deletion, body) { send(.deleted(deletion)) }
    }

    /// Runs what the server may want confirmed. Then it is known what waits for that, and for somebody with a second factor
    /// the form is there by which they confirm.
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

    /// The form by which somebody with a second factor proves who they are; nil for anybody else.
    private func confirmation(for error: AuthError) async throws(AuthError) -> SecondFactorForm? {
        if let challenge = error.secondFactor, challenge.isForConfirmation { return SecondFactorForm(challenge) }
        // If there is a second factor and this does not say so, the other proof will be refused with its name.
        if case .reauthenticate = error.recovery {
            return (try? await auth.secondFactors()).flatMap(SecondFactorForm.init(confirming:))
        }
        return SecondFactorForm(confirming: try await auth.secondFactors())
    }
}
