package import SesameCore
import SesameWire

/// Something that an act of the person who is signed in has brought, to be shown in front of the screen until they are done
/// with it.
package enum AccountOutcome: Sendable, Equatable, Redacted {
    /// A second factor that was begun: it counts after its first code.
    case enrolment(NewSecondFactor, SecondFactorSetup)
    /// Recovery codes, which nobody can be shown again.
    case recoveryCodes([Secret])
}

extension AppState {
    /// The outcome of an act, to be shown in front of the screen.
    package var outcome: AccountOutcome? { flow.outcome }

    /// Puts the outcome away.
    package func dismissOutcome() {
        send(.outcomeDismissed)
    }

    /// True while an act goes on whose proof was given in the form: ``outcome`` may follow in its place.
    package var isFinishing: Bool { flow.isFinishing }

    /// Begins to add a second factor; ``outcome`` then has what its person needs for the first code.
    /// - Parameter language: That of a text to a phone, for example `fr`; nil takes the app's.
    package func beginSecondFactor(_ factor: NewSecondFactor, language: String? = nil) async {
        await change(.addingFactor(factor, language: language))
    }

    /// Adds the second factor that was begun, by its first code. Recovery codes come with an account's first factor, where
    /// the back end makes any.
    package func addSecondFactor(code: Secret) async {
        guard case .enrolment(let factor, _) = outcome else { return }
        let uid = auth.auth?.uid
        let added: Void? = await perform(.change) { [auth] () async throws(AuthError) in
            _ = try await auth.addSecondFactor(factor, code: code)
        }
        guard added != nil else { return }
        let lacksCodes = await perform(.change) { [auth] () async throws(AuthError) in
            let status = try await auth.secondFactors()
            return status.offersRecoveryCodes && status.recoveryCodesLeft == 0
        }
        // Nobody else's codes are made anew, who may be signed in by now.
        if lacksCodes == true, let uid, auth.auth?.uid.hasSameBytes(as: uid) == true { await makeRecoveryCodes() }
        // The codes take the place of what was begun; without them it has nothing left to show.
        if case .enrolment = outcome { dismissOutcome() }
    }

    /// Has a mail sent by which the person shows that their address is theirs: without that, an account whose address
    /// nobody has verified gets no second factor.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the app's.
    /// - Returns: True if it is on its way.
    package func sendVerification(language: String? = nil) async -> Bool {
        await perform(.mail) { [auth] () async throws(AuthError) in
            try await auth.sendVerification(language: language)
        } != nil
    }

    /// Takes a second factor from the account.
    package func removeSecondFactor(_ id: String) async {
        await change(.removingFactor(id))
    }

    /// Makes recovery codes in place of those before; ``outcome`` then has them.
    package func makeRecoveryCodes() async {
        await change(.makingRecoveryCodes)
    }
}
