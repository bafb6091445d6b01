package import SesameCore
import SesameWire

/// The outcome of an action of the signed-in user, shown in front of the screen until the user dismisses it.
package enum AccountOutcome: Sendable, Equatable, Redacted {
    /// A new second factor, which is active after its first code.
    case enrolment(NewSecondFactor, SecondFactorSetup)
    /// New recovery codes, which cannot be shown again.
    case recoveryCodes([Secret])
}

extension AppState {
    /// The outcome of an action, to be shown in front of the screen.
    package var outcome: AccountOutcome? { flow.outcome }

    /// Dismisses the outcome.
    package func dismissOutcome() {
        send(.outcomeDismissed)
    }

    /// True while an action runs that was confirmed in the form: ``outcome`` may replace the form.
    package var isFinishing: Bool { flow.isFinishing }

    /// Begins to add a second factor. ``outcome`` then has the data that the user needs for the first code.
    /// - Parameter language: The language of a text message, for example `fr`; nil for the app's.
    package func startSecondFactorEnrollment(_ factor: NewSecondFactor, language: String? = nil) async {
        await change(.addingFactor(factor, language: language))
    }

    /// Adds the pending second factor with its first code. An account's first factor comes with recovery codes, if the
    /// back end supports them.
    package func finishSecondFactorEnrollment(code: Secret) async {
        guard case .enrolment(let factor, _) = outcome else { return }
        let uid = auth.auth?.uid
        let added: Void? = await perform(.change) { [auth] () async throws(AuthError) in
            _ = try await auth.finishSecondFactorEnrollment(factor, code: code)
        }
        guard added != nil else { return }
        let lacksCodes = await perform(.change) { [auth] () async throws(AuthError) in
            let status = try await auth.secondFactors()
            return status.offersRecoveryCodes && status.recoveryCodesLeft == 0
        }
        // Another user may be signed in by now; their codes must not be replaced.
        if lacksCodes == true, let uid, auth.auth?.uid.hasSameBytes(as: uid) == true { await generateRecoveryCodes() }
        // The codes replace the enrollment; without codes, nothing is left to show.
        if case .enrolment = outcome { dismissOutcome() }
    }

    /// Sends an email that lets the user verify their address. An account with an unverified address gets no second
    /// factor.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    /// - Returns: True if it is sent.
    package func sendVerification(language: String? = nil) async -> Bool {
        await perform(.mail) { [auth] () async throws(AuthError) in
            try await auth.sendVerification(language: language)
        } != nil
    }

    /// Removes a second factor from the account. If the server wants a confirmation, the removal waits for it.
    package func removeSecondFactor(_ id: String) async {
        await change(.removingFactor(id))
    }

    /// Creates recovery codes that replace the earlier ones; ``outcome`` then has them.
    package func generateRecoveryCodes() async {
        await change(.makingRecoveryCodes)
    }
}
