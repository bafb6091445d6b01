public import SesameCore

extension AppState {
    /// Signs in. Whatever comes of it is in ``screen`` and ``problem``; while something else runs, nothing happens.
    ///
    /// A guest keeps their account and becomes a person. When ``problem`` asks to choose between two accounts, hand the
    /// choice to ``settle(_:)``.
    /// - Parameters:
    ///   - role: The role that the person chose before, in apps with roles; nil takes the source's own.
    ///   - replacingGuest: True to leave a guest's account behind. Nobody reaches it again.
    public func signIn(
        using source: some CredentialSource, role: String? = nil, replacingGuest: Bool = false
    ) async {
        await perform(.signIn) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(using: source, role: role, replacingGuest: replacingGuest)
        }
    }

    /// Signs in as a guest.
    public func signInAnonymously() async {
        await perform(.signIn) { [auth] () async throws(AuthError) in _ = try await auth.signInAnonymously() }
    }

    /// Links another way to sign in to the account: a guest becomes a person. When ``problem`` asks to choose between two
    /// accounts, hand the choice to ``settle(_:)``.
    /// - Parameters:
    ///   - role: The role of a guest who signs up so, in apps with roles; nil takes the source's own.
    ///   - profile: Fields that a registration needs, in apps that ask for some.
    public func upgrade(
        using source: some CredentialSource, role: String? = nil, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail
    ) async {
        await perform(.upgrade) { [auth] () async throws(AuthError) in
            _ = try await auth.upgrade(using: source, role: role, profile: profile, onConflict: onConflict)
        }
    }

    /// Carries out the choice between two accounts that ``problem`` asks for.
    public func settle(_ choice: ConflictChoice) async {
        guard case .chooseAccount(let ticket?) = problem?.recovery else { return }
        await settle(choice, ticket: ticket)
    }

    func settle(_ choice: ConflictChoice, ticket: Secret) async {
        await perform(.upgrade) { [auth] () async throws(AuthError) in
            _ = try await auth.settle(choice, ticket: ticket)
        }
    }

    /// Signs out. It cannot fail: what the server could not be told is made up for later.
    public func signOut() async {
        guard handle(.signedOut).contains(.signOut) else { return }
        await auth.signOut()
        synchronize()
    }

    /// Deletes the account, at the server and here. When ``confirmation`` is there afterwards, show that form; when
    /// ``problem`` asks to reauthenticate after this very call, get a fresh credential of the same person and hand it in.
    /// In the end ``deletion`` has what is left to the person.
    public func deleteAccount(confirmedBy credential: AuthCredential? = nil) async {
        await delete { [auth] () async throws(AuthError) in
            try await auth.deleteAccount(confirmedBy: credential)
        }
    }

    /// Deletes the account once the person has proved again, by that source, that it is them.
    public func deleteAccount(confirmedBy source: some CredentialSource) async {
        await confirm(.deletion, by: source)
    }

    /// Takes over what has been filled in, and the page that is shown.
    public func fillRegistration(_ form: RegistrationForm) {
        send(.registrationFilled(form))
    }

    /// Sends the registration form: makes the account and signs in.
    public func register() async {
        guard case .registration(let form) = screen else { return }
        await perform(.signUp) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(with: .registration(form.registration))
        }
    }

    /// Gives the registration form up.
    public func cancelRegistration() {
        send(.registrationCancelled)
    }

    /// Takes over what has been typed, and which factor was chosen.
    public func fillSecondFactor(_ form: SecondFactorForm) {
        send(.secondFactorFilled(form))
    }

    /// Shows the second factor: the sign-in goes on as if the first proof had been enough, or what was to be confirmed
    /// does, such as the deletion. A wrong code is in ``problem``, and the form stays.
    public func showSecondFactor() async {
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

    /// Has a code sent to the phone that the form shows.
    /// - Parameter language: That of the text, for example `fr`; nil takes the app's.
    public func sendSecondFactorText(language: String? = nil) async {
        guard let form = flow.secondFactor, let phone = form.phone else { return }
        await perform(.secondFactorText) { [auth] () async throws(AuthError) in
            guard let ticket = form.ticket else {
                return try await auth.sendSecondFactorText(factor: phone.id, language: language)
            }
            try await auth.sendSecondFactorText(toSignInWith: ticket, factor: phone.id, language: language)
        }
    }

    /// Gives the second step of the sign-in up: nobody is signed in by it. Or the confirmation, and what it was for is not begun.
    public func cancelSecondFactor() {
        send(.secondFactorCancelled)
    }
}
