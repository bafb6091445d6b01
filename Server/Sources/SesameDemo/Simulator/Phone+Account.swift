import Sesame
import SesameCore
import SesameTexts

// The account screen and its forms: the user's actions and the displayed state. The library's own views use
// package-internal functions, while this app draws its screens itself.

extension Phone {
    /// Opens the account screen with the user's current devices and second factors.
    func openAccount(isPasswordSaved: Bool = false) async throws(AuthError) {
        let sessions = stage.venue.client.hasDevicesAndCodes ? try await running.manager.sessions() : []
        front = .account(
            devices: sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent },
            factors: try await running.manager.secondFactors(), isPasswordSaved: isPasswordSaved)
    }

    /// Submits the password form: adds a new password to the account, or signs in with an existing one.
    func sendPassword() async {
        guard case .password(let typed, let isNew) = front else { return }
        if isNew {
            await running.state.upgrade(using: PasswordRegistration(typed))
        } else {
            await running.state.signIn(using: typed)
        }
        if running.state.problem == nil { front = nil }
    }

    /// Requests a code for the form's email address, and returns the code once the email has arrived.
    func sendCode() async throws -> Secret {
        guard case .code(let address, _) = front else { throw AuthError(.internal, "no form for a code is open") }
        let providers = Providers(url: stage.venue.providers)
        let before = try await providers.codes(mailedTo: address).count
        front = .code(address, try await running.manager.sendSignInCode(to: address, language: texts.language.rawValue))
        var code = Secret("")
        try await stage.expect(AuthServiceText.mailHasCome, true) {
            let codes = try await providers.codes(mailedTo: address)
            code = codes.last ?? code
            return codes.count > before
        }
        return code
    }

    /// Enters the emailed code and signs in; does nothing if no code was sent.
    func typeCode(_ code: Secret) async {
        guard case .code(_, let sent?) = front else { return }
        await running.state.signIn(using: sent.typed(code))
        if running.state.problem == nil { front = nil }
    }

    /// Starts the enrollment of an authenticator app, and opens the page with its key, which the output masks.
    func startFactorEnrollment() async throws(AuthError) {
        front = .newFactor(try await running.manager.startSecondFactorEnrollment(.authenticator()))
    }

    /// Enrolls the pending authenticator app with its first code, and shows new recovery codes if the client supports
    /// them.
    func addFactor(code: Secret) async throws(AuthError) {
        _ = try await running.manager.finishSecondFactorEnrollment(.authenticator(), code: code)
        front =
            stage.venue.client.hasDevicesAndCodes
            ? .recoveryCodes(try await running.manager.generateRecoveryCodes()) : nil
    }

    /// Returns the screen of a page; nil if the page requires a signed-in user and there is none.
    func page(of front: PhoneFront, _ user: UserAuthInfo?) -> PhoneScreen? {
        switch front {
        case .account(let devices, let status, let isPasswordSaved):
            user.map { user in
                let sections = [methods(of: user), factors(status), rows(of: devices)]
                let name = (user.displayName ?? user.email).map { texts.text(.signedInAs, $0) }
                return PhoneScreen(
                    title: texts[.accountTitle],
                    rows: [.text(name ?? texts[.accountTitle])]
                        + (isPasswordSaved ? [.text(texts[.passwordSaved])] : [])
                        + sections.flatMap { [.text("")] + $0 }
                        + [.text(""), .button(texts[.signOut]), .button(texts[.deleteAccount])])
            }
        case .password(let typed, isNew: false): signIn(typed)
        case .password(let typed, isNew: true): user.map { _ in addition(of: typed) }
        case .code(let address, let sent): code(to: address, isSent: sent != nil)
        // The output must not contain the key or a code.
        case .newFactor:
            user.map { _ in
                PhoneScreen(
                    title: texts[.factorsTitle],
                    rows: [
                        .text(texts[.factorAppText]), .button(texts[.factorAppOpen]), .text("•••• •••• •••• ••••"),
                        row(texts[.secondFactorCode], ""), .button(texts[.secondFactorConfirm]),
                        .button(texts[.cancel]),
                    ])
            }
        case .recoveryCodes(let codes):
            user.map { _ in
                PhoneScreen(
                    title: texts[.recoveryCodesTitle],
                    rows: [.text(texts[.recoveryCodesText])] + codes.map { _ in .text("•••••-•••••") }
                        + [.button(texts[.recoveryCodesDone])])
            }
        }
    }

    private func signIn(_ typed: PasswordCredential) -> PhoneScreen {
        PhoneScreen(
            title: texts[.loginTitle],
            rows: fields(typed) + [
                .button(texts[.loginTitle]), .button(texts[.cancel]), .button(texts[.passwordForgotten]),
                .button(texts[.passwordNoAccount]),
            ])
    }

    private func code(to address: String, isSent: Bool) -> PhoneScreen {
        let cancel = PhoneScreen.Row.button(texts[.cancel])
        return PhoneScreen(
            title: texts[.codeTitle],
            rows: isSent
                ? [
                    .text(texts.text(.codeOnItsWay, address)), row(texts[.secondFactorCode], ""),
                    .button(texts[.loginTitle]), cancel, .button(texts[.codeAgain]), .button(texts[.codeElsewhere]),
                ]
                : [.text(texts[.codeEmailText]), row(texts[.fieldEmail], address), .button(texts[.codeSend]), cancel])
    }

    private func addition(of typed: PasswordCredential) -> PhoneScreen {
        PhoneScreen(
            title: texts[.passwordAddTitle],
            rows: [.text(texts[.passwordAddText])] + fields(typed) + [.button(texts[.save]), .button(texts[.cancel])])
    }

    private func fields(_ typed: PasswordCredential) -> [PhoneScreen.Row] {
        [row(texts[.fieldEmail], typed.email), row(texts[.fieldPassword], "••••••••")]
    }

    private func methods(of user: UserAuthInfo) -> [PhoneScreen.Row] {
        let remove = user.providers.count > 1 ? [texts[.remove]] : []
        var rows: [PhoneScreen.Row] = [.text(texts[.methodsTitle])]
        rows += user.providers.map { method in
            .item(name(ofMethod: method), (method == "password" ? [texts[.passwordChange]] : []) + remove)
        }
        let ways = app.ways.filter { $0 != .anonymous }.map(\.rawValue)
        rows += ways.filter { !user.providers.contains($0) }.map { .button(texts.text(.methodAdd, name(ofMethod: $0))) }
        if app.allowsPasswords, !user.providers.contains("password") { rows.append(.button(texts[.passwordAddTitle])) }
        return rows
    }

    private func factors(_ status: SecondFactorStatus) -> [PhoneScreen.Row] {
        let kinds = status.factors.map(\.kind)
        var rows: [PhoneScreen.Row] = [.text(texts[.factorsTitle])]
        rows += status.factors.map { factor in
            let name = factor.kind == .phone ? factor.phone ?? texts[.factorPhone] : texts[.secondFactorApp]
            return .item(factor.displayName ?? name, [texts[.remove]])
        }
        if status.offered.contains(.authenticator), !kinds.contains(.authenticator) {
            rows.append(.button(texts[.factorAddApp]))
        }
        if status.offered.contains(.phone) { rows.append(.button(texts[.factorAddPhone])) }
        if !kinds.isEmpty, stage.venue.client.hasDevicesAndCodes {
            rows.append(.button(texts.text(.recoveryCodesMake, "\(status.recoveryCodesLeft)")))
        }
        return rows
    }

    private func rows(of devices: [AccountSession]) -> [PhoneScreen.Row] {
        (devices.isEmpty ? [] : [.text(texts[.sessionsTitle])])
            + devices.map { device in
                device.isCurrent
                    ? .item(texts[.sessionCurrent], []) : .item(name(ofMethod: device.method), [texts[.signOut]])
            }
            + (devices.count > 1 ? [.button(texts[.sessionsEndOthers])] : [])
    }

    /// Returns the display name of a sign-in method; the method itself if it has none.
    private func name(ofMethod method: String) -> String {
        switch method {
        case "apple": "Apple"
        case "google": "Google"
        case "password": texts[.fieldPassword]
        default: method
        }
    }
}
