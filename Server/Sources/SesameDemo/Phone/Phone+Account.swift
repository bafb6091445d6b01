import Foundation
import Sesame
import SesameCore
import SesameTexts

// The account screen, and the forms that belong to it: what its person does, and what they see.

extension Phone {
    /// Opens the account screen.
    func openAccount() async throws(AuthError) {
        let sessions = try await running.manager.sessions()
        front = .account(
            devices: sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent },
            factors: try await running.manager.secondFactors())
    }

    /// Types an address and a password, and sends them: a new password is added to the account.
    func send(_ password: PasswordCredential) async {
        guard case .password(_, let isNew) = front else { return }
        if isNew {
            await running.state.upgrade(using: PasswordRegistration(password))
        } else {
            await running.state.signIn(using: password)
        }
        if running.state.problem == nil { front = nil }
    }

    /// Begins to add an authenticator app.
    func beginFactor() async throws(AuthError) {
        front = .newFactor(try await running.manager.beginSecondFactor(.authenticator()))
    }

    /// Types the first code of the authenticator app that was begun.
    func addFactor(code: Secret) async throws(AuthError) {
        _ = try await running.manager.addSecondFactor(.authenticator(), code: code)
        front = .recoveryCodes(try await running.manager.makeRecoveryCodes())
    }

    /// The page of it, for whoever is signed in; nil where nobody is and somebody has to be.
    func page(of front: PhoneFront, _ user: UserAuthInfo?) -> PhoneScreen? {
        switch front {
        case .account(let devices, let status):
            user.map { user in
                let sections = [methods(of: user), factors(status), rows(of: devices)]
                let name = (user.displayName ?? user.email).map { texts.text(.signedInAs, $0) } ?? user.uid
                return PhoneScreen(
                    title: texts[.accountTitle],
                    rows: [.text(name)] + sections.flatMap { [.text("")] + $0 }
                        + [.text(""), .button(texts[.signOut]), .button(texts[.deleteAccount])])
            }
        case .password(let typed, let isNew):
            PhoneScreen(
                title: texts[isNew ? .passwordAddTitle : .loginTitle],
                rows: [
                    row(texts[.fieldEmail], typed?.email ?? ""),
                    row(texts[.fieldPassword], typed.map { _ in "••••••••" } ?? ""),
                    .button(texts[isNew ? .save : .loginTitle]), .button(texts[.cancel]),
                ])
        // Whoever reads along gets no key and no code.
        case .newFactor:
            PhoneScreen(
                title: texts[.factorsTitle],
                rows: [
                    .text(texts[.factorAppText]), .button(texts[.factorAppOpen]), .text("•••• •••• •••• ••••"),
                    row(texts[.secondFactorCode], ""), .button(texts[.secondFactorConfirm]), .button(texts[.cancel]),
                ])
        case .recoveryCodes(let codes):
            PhoneScreen(
                title: texts[.recoveryCodesTitle],
                rows: [
                    .text(texts[.recoveryCodesText]), .text(codes.map { _ in "•••••-•••••" }.joined(separator: " ")),
                    .button(texts[.recoveryCodesDone]),
                ])
        }
    }

    private func methods(of user: UserAuthInfo) -> [PhoneScreen.Row] {
        let hasPassword = user.providers.contains("password")
        let remove = user.providers.count > 1 ? [texts[.remove]] : []
        return [.text(texts[.methodsTitle])]
            + user.providers.map { method in
                .item(name(ofMethod: method), (method == "password" ? [texts[.passwordChange]] : []) + remove)
            }
            + (hasPassword ? [] : [.button(texts[.passwordAddTitle])])
    }

    private func factors(_ status: SecondFactorStatus) -> [PhoneScreen.Row] {
        var rows: [PhoneScreen.Row] = [.text(texts[.factorsTitle])]
        rows += status.factors.map { _ in .item(texts[.secondFactorApp], [texts[.remove]]) }
        rows += status.offered.contains(.authenticator) && status.factors.isEmpty ? [.button(texts[.factorAddApp])] : []
        rows += status.offered.contains(.phone) ? [.button(texts[.factorAddPhone])] : []
        if !status.factors.isEmpty {
            rows.append(.button(texts.text(.recoveryCodesMake, "\(status.recoveryCodesLeft)")))
        }
        return rows
    }

    private func rows(of devices: [AccountSession]) -> [PhoneScreen.Row] {
        [.text(texts[.sessionsTitle])]
            + devices.map { device in
                device.isCurrent
                    ? .item(texts[.sessionCurrent], []) : .item(name(ofMethod: device.method), [texts[.signOut]])
            }
            + (devices.count > 1 ? [.button(texts[.sessionsEndOthers])] : [])
    }

    private func name(ofMethod method: String) -> String {
        method == "password" ? texts[.fieldPassword] : method.capitalized
    }
}
