package import SesameCore

/// A form with an address and a password: its use, and what has been typed so far.
package struct PasswordForm: Sendable, Equatable {
    /// The use of a form.
    package enum Purpose: Sendable, Equatable, CaseIterable {
        /// A sign-in to an account that is there.
        case signIn
        /// A new account.
        case registration
        /// A mail by which somebody who has forgotten their password chooses another.
        case reset
        /// A guest's account, which they keep by it.
        case keeping
        /// A password for a person who signs in otherwise.
        case addition
        /// Another password.
        case change
    }

    /// The use of the form. What was typed stays when it changes.
    package var purpose: Purpose
    /// The address.
    package var email = ""
    /// The password; as it is now where it is to be changed.
    package var password = ""
    /// The next password, where it is to be changed.
    package var nextPassword = ""
    /// The profile's first fields, for somebody new.
    package var profile: JSONObject = [:]

    /// An empty form.
    package init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    /// True if the person types an address.
    package var asksForEmail: Bool { purpose != .change }

    /// True if the person types a password.
    package var asksForPassword: Bool { purpose != .reset }

    /// True if the account gets its first password by it: the system offers to make one.
    package var makesPassword: Bool {
        switch purpose {
        case .registration, .keeping, .addition: true
        case .signIn, .reset, .change: false
        }
    }

    /// True if the account is a new person's.
    private var asksForFields: Bool { purpose == .registration || purpose == .keeping }

    /// The fields that are asked for, of those of the app's registration form.
    package func fields(of all: [RegistrationField]) -> [RegistrationField] {
        // The address has been asked for already.
        asksForFields ? all.filter { $0.meaning != .email } : []
    }

    /// A field's text. An empty one is no part of the profile.
    package subscript(field: RegistrationField) -> String {
        get { profile[field] }
        set { profile[field] = newValue }
    }

    /// True if all that is needed has been typed.
    /// - Parameter all: The fields of the app's registration form.
    package func isComplete(_ all: [RegistrationField] = []) -> Bool {
        (!asksForEmail || typedEmail.contains("@")) && (!asksForPassword || !password.isEmpty)
            && (purpose != .change || !nextPassword.isEmpty)
            && profile.isComplete(fields(of: all))
    }

    /// The address and the password.
    package var credential: PasswordCredential {
        PasswordCredential(email: typedEmail, password: Secret(password))
    }

    /// The address without the spaces that keyboards leave around it.
    var typedEmail: String { email.trimmed }

    /// The account that is to be made of it.
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
    /// Does what the form is for.
    /// - Parameters:
    ///   - fields: The fields of the app's registration form.
    ///   - role: The role that the person chose before, in apps with roles.
    ///   - language: That of a mail, for example `fr`; nil takes the app's.
    /// - Returns: True if that is done, or another form goes on with it, and this one can go; false for a problem, and for
    ///   what waits to be confirmed.
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
