package import SesameCore

/// A form with an email address and a password: its purpose and the typed texts.
package struct PasswordForm: Sendable, Equatable {
    /// The action that a form performs when it is submitted.
    package enum Purpose: Sendable, Equatable, CaseIterable {
        case signIn
        case registration
        /// An email to reset a forgotten password.
        case reset
        /// The upgrade of a guest's account with a password.
        case keeping
        /// The addition of a password to an account with other sign-in methods.
        case addition
        case change
    }

    /// The purpose of the form. The typed texts remain when it changes.
    package var purpose: Purpose
    package var email = ""
    /// The password; for a change, the current one.
    package var password = ""
    /// The new password, for a change.
    package var nextPassword = ""
    /// The profile fields that the user has filled in, for a registration or for a guest's upgrade.
    package var profile: JSONObject = [:]

    package init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    package var asksForEmail: Bool { purpose != .change }

    package var asksForPassword: Bool { purpose != .reset }

    /// True if the form gives the account its first password, so that the system can suggest one.
    package var makesPassword: Bool {
        switch purpose {
        case .registration, .keeping, .addition: true
        case .signIn, .reset, .change: false
        }
    }

    private var asksForFields: Bool { purpose == .registration || purpose == .keeping }

    /// Returns the app's registration fields that this form asks for: none unless it creates a permanent account, and
    /// never the email address, which has its own input.
    package func fields(of all: [RegistrationField]) -> [RegistrationField] {
        // The form already asks for the address.
        asksForFields ? all.filter { $0.meaning != .email } : []
    }

    /// The text of a profile field; empty if the field is not set. Setting an empty text removes the field.
    package subscript(field: RegistrationField) -> String {
        get { profile[field] }
        set { profile[field] = newValue }
    }

    /// Returns true if all inputs that the form requires are filled in.
    /// - Parameter all: The fields of the app's registration form.
    package func isComplete(_ all: [RegistrationField] = []) -> Bool {
        (!asksForEmail || typedEmail.contains("@")) && (!asksForPassword || !password.isEmpty)
            && (purpose != .change || !nextPassword.isEmpty)
            && profile.isComplete(fields(of: all))
    }

    /// The credential of the typed email address and password.
    package var credential: PasswordCredential {
        PasswordCredential(email: typedEmail, password: Secret(password))
    }

    /// The email address without the spaces that keyboards add around it.
    var typedEmail: String { email.trimmed }

    /// Returns the registration to send: the credential and, if the form asks for profile fields, those fields with the
    /// typed email address.
    /// - Parameter all: The fields of the app's registration form.
    func registration(_ all: [RegistrationField]) -> PasswordRegistration {
        var profile = asksForFields ? profile : [:]
        if asksForFields {
            for field in all where field.meaning == .email { profile[field] = typedEmail }
        }
        return PasswordRegistration(credential, profile: profile)
    }
}

extension PasswordForm: Redacted {}

extension AppState {
    /// Submits the form: signs in, registers, sends a reset email, or adds or changes the password, depending on its
    /// purpose.
    /// - Parameters:
    ///   - fields: The fields of the app's registration form.
    ///   - role: The role that the user has chosen, in apps with roles.
    ///   - language: The language of an email, for example `fr`; nil for the app's.
    /// - Returns: True if this form can close, because it is done or another form follows; false if a problem occurred,
    ///   or the action waits for confirmation.
    package func send(
        _ form: PasswordForm, fields: [RegistrationField] = [], role: String? = nil, language: String? = nil
    ) async -> Bool {
        let auth = auth
        switch form.purpose {
        case .signIn:
            let signedIn: Void? = await perform(.signIn) { () async throws(AuthError) in
                _ = try await auth.signIn(using: form.credential, role: role)
            }
            return signedIn != nil || screen.isOfSignIn
        case .registration:
            let signedIn: Void? = await perform(.signIn) { () async throws(AuthError) in
                _ = try await auth.signIn(using: form.registration(fields), role: role)
            }
            return signedIn != nil || screen.isOfSignIn
        case .reset:
            return await perform(.mail) { () async throws(AuthError) in
                try await auth.sendPasswordReset(to: form.typedEmail, language: language)
            } != nil
        case .keeping:
            return await perform(.upgrade) { () async throws(AuthError) in
                _ = try await auth.upgrade(using: form.registration(fields), role: role)
            } != nil
        case .addition: return await link(using: form.registration(fields))
        case .change:
            return await change(.changingPassword(to: Secret(form.nextPassword), current: Secret(form.password)))
        }
    }
}
