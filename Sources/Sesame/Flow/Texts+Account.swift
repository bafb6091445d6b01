import Foundation
package import SesameCore
package import SesameTexts

/// The words of the account screen and of the form for a password, as far as they depend on what is shown.
extension Texts {
    /// The name of a way to sign in. Apple and Google are called so in every language.
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

    /// The name that a person knows a factor by.
    package func name(of factor: SecondFactorInfo) -> String {
        if let name = factor.displayName { return name }
        guard factor.kind == .phone else { return self[.secondFactorApp] }
        return factor.phone ?? self[.factorPhone]
    }

    /// The name of a session: this device, or the way by which the other one was signed in.
    package func name(of session: AccountSession) -> String {
        session.isCurrent ? self[.sessionCurrent] : name(ofMethod: session.method)
    }

    /// The line about a session's last use, or its beginning; nil where the back end says neither.
    package func lastUse(of session: AccountSession) -> String? {
        let format = Date.FormatStyle(
            date: .abbreviated, time: .shortened, locale: Locale(identifier: language.rawValue))
        if let date = session.lastRefreshDate { return text(.sessionLastUsed, date.formatted(format)) }
        guard session.creationDate > .distantPast else { return nil }
        return text(.sessionBegun, session.creationDate.formatted(format))
    }

    /// The title of a proof of who somebody is, by the act that it is for: nobody signs in for one and gets another.
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

    /// The title over an act's outcome.
    package func heading(of outcome: AccountOutcome) -> String {
        switch outcome {
        case .enrolment: self[.factorsTitle]
        case .recoveryCodes: self[.recoveryCodesTitle]
        }
    }

    /// The words that say what to do about an act's outcome.
    package func instruction(for outcome: AccountOutcome) -> String {
        switch outcome {
        case .enrolment(.authenticator, _): self[.factorAppText]
        case .enrolment(.phone(let number, _), _): text(.secondFactorTexted, number)
        case .recoveryCodes: self[.recoveryCodesText]
        }
    }

    /// The words about a problem in front of a form: where a code is asked for, it is the code that is not right.
    package func explanation(of problem: AuthError, besideCode: Bool) -> String {
        switch problem.code {
        case .invalidCredentials where besideCode: self[.codeWrong]
        case .reauthenticationRequired where besideCode: self[.codeForeign]
        default: message(for: problem)
        }
    }

    /// The title of the form for a code.
    package func heading(of form: CodeForm) -> String {
        form.act.map { heading(ofProofFor: $0) } ?? self[.codeTitle]
    }

    /// The words that say what to do about the form for a code.
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

    /// The label of the field that says where a code is to go.
    package func label(of receivers: CodeForm.Receivers) -> String {
        switch receivers {
        case .emails: self[.fieldEmail]
        case .phones: self[.factorPhone]
        case .both: self[.codeReceiver]
        }
    }

    /// The button that goes on with the form for a code.
    package func action(of form: CodeForm) -> String {
        guard form.sent != nil else { return self[.codeSend] }
        return switch form.act {
        case nil: self[.loginTitle]
        case .deletion: self[.deleteAccountConfirm]
        default: self[.actionReauthenticate]
        }
    }

    /// The title of the form for a password.
    package func heading(of purpose: PasswordForm.Purpose) -> String {
        switch purpose {
        case .signIn: self[.loginTitle]
        case .registration, .keeping: self[.registrationTitle]
        case .reset: self[.passwordResetTitle]
        case .addition: self[.passwordAddTitle]
        case .change: self[.passwordChange]
        }
    }

    /// The line below the title of the form for a password; nil where its fields say all.
    package func text(of purpose: PasswordForm.Purpose) -> String? {
        switch purpose {
        case .signIn, .registration, .keeping, .change: nil
        case .reset: self[.passwordResetText]
        case .addition: self[.passwordAddText]
        }
    }

    /// The button that sends the form for a password.
    package func action(of purpose: PasswordForm.Purpose) -> String {
        switch purpose {
        case .signIn: self[.loginTitle]
        case .registration, .keeping: self[.register]
        case .reset: self[.passwordResetSend]
        case .addition, .change: self[.save]
        }
    }
}
