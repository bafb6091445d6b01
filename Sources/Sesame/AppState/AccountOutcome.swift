package import SesameCore
import SesameWire

/// The outcome of an action of the signed-in user, shown in front of the screen until the user dismisses it.
package enum AccountOutcome: Sendable, Equatable, Redacted {
    /// A pending second factor, with the setup that the user needs for the first code, which activates the factor.
    case enrollment(NewSecondFactor, SecondFactorSetup)
    /// New recovery codes, which cannot be shown again.
    case recoveryCodes([Secret])
}

extension AppState {
    /// The outcome of an action, shown in front of the screen; nil if there is none.
    package var outcome: AccountOutcome? { flow.outcome }

    /// Sets ``outcome`` to nil, after the user has closed its view.
    package func dismissOutcome() {
        send(.outcomeDismissed)
    }

    /// True while an action runs that the user has confirmed in a form. Keep the form's sheet open meanwhile, because
    /// ``outcome`` may replace the form.
    package var isFinishing: Bool { flow.isFinishing }

    /// Starts the enrollment of a second factor. ``outcome`` then contains the setup that the user needs for the first
    /// code.
    ///
    /// - Parameter language: The language of a text message, for example `fr`; nil for the app's.
    package func startSecondFactorEnrollment(_ factor: NewSecondFactor, language: String? = nil) async {
        await change(.addingFactor(factor, language: language))
    }

    /// Activates the pending second factor with its first code. Then creates recovery codes, if the back end supports
    /// them and the account has none left.
    package func finishSecondFactorEnrollment(code: Secret) async {
        guard case .enrollment(let factor, _) = outcome else { return }
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
        if case .enrollment = outcome { dismissOutcome() }
    }

    /// Sends an email that lets the user verify their address. A second factor cannot be added before the address is
    /// verified.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    /// - Returns: True if the email was sent.
    package func sendVerification(language: String? = nil) async -> Bool {
        await perform(.mail) { [auth] () async throws(AuthError) in
            try await auth.sendVerification(language: language)
        } != nil
    }

    /// Removes a second factor from the account. If the server wants a confirmation, the removal waits in
    /// ``unconfirmed``.
    package func removeSecondFactor(_ id: String) async {
        await change(.removingFactor(id))
    }

    /// Creates recovery codes, which replace the earlier ones, and sets ``outcome`` to them. If the server wants a
    /// confirmation, the action waits in ``unconfirmed``.
    package func generateRecoveryCodes() async {
        await change(.makingRecoveryCodes)
    }
}
