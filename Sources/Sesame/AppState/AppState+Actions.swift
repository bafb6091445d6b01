public import SesameCore

extension AppState {
    /// Signs in with a credential from the source. The result is in ``screen`` and ``problem``. While another operation
    /// runs, this does nothing.
    ///
    /// A guest keeps their account and adds the sign-in method to it. When ``problem`` asks to choose between two
    /// accounts, pass the choice to ``resolveConflict(_:)``.
    /// - Parameters:
    ///   - role: The role that the user has chosen, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - replacingGuest: True to abandon a guest's account, which can never be reached again.
    public func signIn(
        using source: some CredentialSource, role: String? = nil, replacingGuest: Bool = false
    ) async {
        await perform(.signIn) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(using: source, role: role, replacingGuest: replacingGuest)
        }
    }

    /// Signs in as a guest. A signed-in guest stays the same guest. The result is in ``screen`` and ``problem``.
    public func signInAnonymously() async {
        await perform(.signIn) { [auth] () async throws(AuthError) in _ = try await auth.signInAnonymously() }
    }

    /// Links another sign-in method to the account; a guest gets a permanent account. When ``problem`` asks to choose
    /// between two accounts, pass the choice to ``resolveConflict(_:)``.
    /// - Parameters:
    ///   - role: The role of a guest who signs up this way, in apps with roles; nil to keep the role of the source's
    ///     credential.
    ///   - profile: The fields that a registration requires, in apps with required fields.
    public func upgrade(
        using source: some CredentialSource, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail
    ) async {
        await perform(.upgrade) { [auth] () async throws(AuthError) in
            _ = try await auth.upgrade(using: source, role: role, profile: profile, onConflict: onConflict)
        }
    }

    /// Resolves the conflict between two accounts that ``problem`` reports. Does nothing if ``problem`` has no ticket
    /// for the choice.
    public func resolveConflict(_ choice: ConflictChoice) async {
        guard case .chooseAccount(let ticket?) = problem?.recovery else { return }
        await resolveConflict(choice, ticket: ticket)
    }

    func resolveConflict(_ choice: ConflictChoice, ticket: Secret) async {
        await perform(.upgrade) { [auth] () async throws(AuthError) in
            _ = try await auth.resolveConflict(choice, ticket: ticket)
        }
    }

    /// Signs out. This cannot fail: if the server cannot be reached, it is notified later.
    public func signOut() async {
        guard handle(.signedOut).contains(.signOut) else { return }
        await auth.signOut()
        synchronize()
    }

    /// Deletes the account at the server and on the device.
    ///
    /// If ``confirmation`` is set afterwards, show that form. If ``problem`` asks to reauthenticate after this call,
    /// get a fresh credential of the same user and pass it. After the deletion, ``deletion`` has the steps that remain
    /// for the user.
    public func deleteAccount(confirmedBy credential: AuthCredential? = nil) async {
        await delete { [auth] () async throws(AuthError) in
            try await auth.deleteAccount(confirmedBy: credential)
        }
    }

    /// Deletes the account after the user has confirmed the deletion with a credential from the source.
    public func deleteAccount(confirmedBy source: some CredentialSource) async {
        await confirm(.deletion, by: source)
    }

    /// Updates the registration form with the typed fields and the shown page.
    public func updateRegistration(_ form: RegistrationForm) {
        send(.registrationFilled(form))
    }

    /// Sends the registration form: creates the account and signs in.
    public func register() async {
        guard case .registration(let form) = screen else { return }
        await perform(.signUp) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(with: .registration(form.registration))
        }
    }

    /// Cancels the registration: the form closes, and the screen for the session's state is shown.
    public func cancelRegistration() {
        send(.registrationCancelled)
    }

    /// Updates the second-factor form with the typed code and the chosen factor.
    public func updateSecondFactor(_ form: SecondFactorForm) {
        send(.secondFactorFilled(form))
    }

    /// Sends the second factor. The sign-in or the waiting action then continues. After a wrong code ``problem`` is
    /// set, and the form remains.
    public func submitSecondFactor() async {
        guard let form = flow.secondFactor else { return }
        guard case .secondFactor = flow.screen else {
            guard let act = flow.unconfirmed else { return }
            await confirm(act, by: .secondFactor(form.proof))
            return
        }
        await perform(.secondFactor) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(with: .secondFactor(form.proof))
        }
    }

    /// Sends a code to the phone chosen in the second-factor form. Does nothing if no phone is chosen.
    /// - Parameter language: The language of the text message, for example `fr`; nil for the app's.
    public func sendSecondFactorCode(language: String? = nil) async {
        guard let form = flow.secondFactor, let phone = form.phone else { return }
        await perform(.secondFactorText) { [auth] () async throws(AuthError) in
            guard let ticket = form.ticket else {
                return try await auth.sendSecondFactorCode(factor: phone.id, language: language)
            }
            try await auth.sendSecondFactorCode(toSignInWith: ticket, factor: phone.id, language: language)
        }
    }

    /// Cancels the shown second-factor form. A sign-in then leaves the earlier session unchanged; after a confirmation,
    /// the waiting action is not performed.
    public func cancelSecondFactor() {
        send(.secondFactorCancelled)
    }
}
