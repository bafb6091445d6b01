import Foundation
package import SesameCore
package import SesameTexts

/// The texts of the account screen and of the password form that depend on the shown data.
extension Texts {
    /// Returns the displayed name of a sign-in method. Apple and Google have the same name in every language, and an
    /// unknown method has the server's name.
    package func name(ofMethod method: String) -> String {
        switch method {
        case "apple": "Apple"
        case "google": "Google"
        case "password": self[.fieldPassword]
        case "anonymous": self[.guest]
        case "email", "email_link": self[.fieldEmail]
        case "phone": self[.factorPhone]
        case "custom": self[.methodOther]
        default: method
        }
    }

    /// Returns the displayed name of a second factor: the factor's own name, or else the phone number or the kind.
    package func name(of factor: SecondFactorInfo) -> String {
        if let name = factor.displayName { return name }
        guard factor.kind == .phone else { return self[.secondFactorApp] }
        return factor.phone ?? self[.factorPhone]
    }

    /// Returns the name of a session: this device, or the sign-in method of another one.
    package func name(of session: AccountSession) -> String {
        session.isCurrent ? self[.sessionCurrent] : name(ofMethod: session.method)
    }

    /// Returns the line about a session's last use, or its start; nil if the back end reports neither.
    package func lastUse(of session: AccountSession) -> String? {
        let format = Date.FormatStyle(
            date: .abbreviated, time: .shortened, locale: Locale(identifier: language.rawValue))
        if let date = session.lastRefreshDate { return text(.sessionLastUsed, date.formatted(format)) }
        guard session.creationDate > .distantPast else { return nil }
        return text(.sessionBegun, session.creationDate.formatted(format))
    }

    /// Returns the title of a confirmation. For a deletion, the removal of a sign-in method and the end of sessions,
    /// the title names the action, so that the user does not confirm another one by mistake.
    package func heading(ofProofFor act: AccountAct?) -> String {
        switch act {
        case .deletion: self[.deleteAccountQuestion]
        case .unlinking(let method): text(.methodRemoveQuestion, name(ofMethod: method.rawValue))
        case .endingSession: self[.sessionEndQuestion]
        case .endingOtherSessions: self[.sessionsEndOthersQuestion]
        case .linking, .changingPassword, .addingFactor, .removingFactor, .makingRecoveryCodes, nil:
            self[.confirmIdentityTitle]
        }
    }

    /// Returns the title over an action's outcome.
    package func heading(of outcome: AccountOutcome) -> String {
        switch outcome {
        case .enrollment: self[.factorsTitle]
        case .recoveryCodes: self[.recoveryCodesTitle]
        }
    }

    /// Returns the instructions for an action's outcome.
    package func instruction(for outcome: AccountOutcome) -> String {
        switch outcome {
        case .enrollment(.authenticator, _): self[.factorAppText]
        case .enrollment(.phone(let number, _), _): text(.secondFactorTexted, number)
        case .recoveryCodes: self[.recoveryCodesText]
        }
    }

    /// Returns the text about a problem above a form. In a code form, invalid credentials mean a wrong code, and a
    /// required reauthentication means the code of another account.
    package func explanation(of problem: AuthError, besideCode: Bool) -> String {
        switch problem.code {
        case .invalidCredentials where besideCode: self[.codeWrong]
        case .reauthenticationRequired where besideCode: self[.codeForeign]
        default: message(for: problem)
        }
    }

    /// Returns the title of a code form: the title of the action that it confirms, or that of a sign-in.
    package func heading(of form: CodeForm) -> String {
        form.act.map { heading(ofProofFor: $0) } ?? self[.codeTitle]
    }

    /// Returns the instructions for the current step of a code form.
    package func instruction(for form: CodeForm) -> String {
        if let sent = form.sent {
            return form.act == nil ? text(.codeOnItsWay, sent.receiver) : text(.codeSent, sent.receiver)
        }
        guard form.act == nil || form.asksForReceiver else { return text(.codeConfirmText, form.receiver) }
        return switch form.receivers {
        case .emails: self[.codeEmailText]
        case .phones: self[.factorPhoneText]
        case .both: self[.codeReceiverText]
        }
    }

    /// Returns the label of a code form's input for the email address or phone number.
    package func label(of receivers: CodeForm.Receivers) -> String {
        switch receivers {
        case .emails: self[.fieldEmail]
        case .phones: self[.factorPhone]
        case .both: self[.codeReceiver]
        }
    }

    /// Returns the label of the button that submits the current step of a code form.
    package func action(of form: CodeForm) -> String {
        guard form.sent != nil else { return self[.codeSend] }
        return switch form.act {
        case nil: self[.loginTitle]
        case .deletion: self[.deleteAccountConfirm]
        default: self[.actionReauthenticate]
        }
    }

    /// Returns the title of the password form.
    package func heading(of purpose: PasswordForm.Purpose) -> String {
        switch purpose {
        case .signIn: self[.loginTitle]
        case .registration, .keeping: self[.registrationTitle]
        case .reset: self[.passwordResetTitle]
        case .addition: self[.passwordAddTitle]
        case .change: self[.passwordChange]
        }
    }

    /// Returns the line below the title of the password form; nil if the form needs none.
    package func text(of purpose: PasswordForm.Purpose) -> String? {
        switch purpose {
        case .signIn, .registration, .keeping, .change: nil
        case .reset: self[.passwordResetText]
        case .addition: self[.passwordAddText]
        }
    }

    /// Returns the label of the button that submits the password form.
    package func action(of purpose: PasswordForm.Purpose) -> String {
        switch purpose {
        case .signIn: self[.loginTitle]
        case .registration, .keeping: self[.register]
        case .reset: self[.passwordResetSend]
        case .addition, .change: self[.save]
        }
    }
}
