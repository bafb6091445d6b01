package import SesameCore

/// A form in two steps: the user enters an email address or phone number, then the code sent to it.
package struct CodeForm: Sendable, Equatable {
    /// The kinds of addresses to which the server sends codes.
    package enum Receivers: Sendable, Equatable, CaseIterable {
        case emails
        case phones
        case both
    }

    /// The kinds of addresses that the form accepts; for a confirmation, only kinds that the user signs in with.
    package let receivers: Receivers
    /// The action that the code confirms; nil for a sign-in.
    package let act: AccountAct?
    /// The typed email address or phone number; for a confirmation, initially the account's email address if there is
    /// one.
    package var receiver = ""
    package var code = ""
    /// The address to which the code was sent, and the code's id; nil before the code is sent.
    package private(set) var sent: SentCode?

    /// Creates an empty form for a sign-in.
    package init(_ receivers: Receivers) {
        self.receivers = receivers
        act = nil
    }

    /// Creates a form to confirm an action with a code; nil if the user has no sign-in method to which such a code can
    /// be sent.
    package init?(confirming act: AccountAct, _ user: UserAuthInfo, _ receivers: Receivers) {
        // The server never reveals the whole number.
        let byPhone = receivers != .emails && user.providers.contains("phone")
        let email = receivers != .phones && user.providers.contains("email") ? user.email : nil
        guard let own = Receivers(emails: email != nil, phones: byPhone) else { return nil }
        self.receivers = own
        self.act = act
        receiver = email ?? ""
    }

    /// True if the user types the email address or phone number; false if the code goes to the account's email address.
    package var isReceiverOpen: Bool { act == nil || receivers != .emails }

    /// True while the form shows the input for the email address or phone number.
    package var asksForReceiver: Bool { sent == nil && isReceiverOpen }

    /// True if the current step can be submitted: the email address or phone number is plausible, or a code is typed.
    package var isComplete: Bool {
        sent == nil ? receivers.take(typedReceiver) : !code.allSatisfy(\.isWhitespace)
    }

    /// The typed email address or phone number without the spaces that keyboards add around it; a phone number also
    /// without inner spaces and `-().`.
    var typedReceiver: String {
        let typed = receiver.trimmed
        guard typed.hasPrefix("+"), !typed.contains("@") else { return typed }
        return typed.filter { !$0.isWhitespace && !"-().".contains($0) }
    }

    /// The credential source of the typed code; nil before a code was sent.
    package var source: (some CredentialSource)? { sent?.typed(Secret(code)) }

    /// Moves the form to its second step, with an empty input for the code that was sent.
    mutating func wasSent(_ sent: SentCode) {
        (self.sent, code) = (sent, "")
    }

    /// Returns the form to the step that asks for the email address or phone number.
    package mutating func chooseReceiver() {
        (sent, code) = (nil, "")
    }
}

extension CodeForm: Redacted {}

extension CodeForm.Receivers {
    /// Creates the kinds of addresses from two flags; nil if both flags are false.
    init?(emails: Bool, phones: Bool) {
        switch (emails, phones) {
        case (true, true): self = .both
        case (true, false): self = .emails
        case (false, true): self = .phones
        case (false, false): return nil
        }
    }

    /// Returns true if the text looks like an email address (contains `@`) or a phone number (begins with `+`),
    /// whichever is accepted.
    fileprivate func take(_ typed: String) -> Bool {
        switch self {
        case .emails: typed.contains("@")
        case .phones: !typed.contains("@") && typed.hasPrefix("+") && typed.dropFirst().contains(where: \.isNumber)
        case .both: Self.emails.take(typed) || Self.phones.take(typed)
        }
    }
}

extension AppState {
    /// Requests a code, which the server sends to the form's email address or phone number.
    /// - Parameter language: The language of the message, for example `fr`; nil for the app's.
    /// - Returns: The form for the next step; nil if a problem occurred.
    package func sendCode(of form: CodeForm, language: String? = nil) async -> CodeForm? {
        let sent = await perform(.mail) { [auth] () async throws(AuthError) in
            try await auth.sendSignInCode(to: form.typedReceiver, language: language)
        }
        guard let sent else { return nil }
        var form = form
        form.wasSent(sent)
        return form
    }

    /// Cancels the form: dismisses the error of a sign-in, or cancels the action that the form confirms.
    package func giveUp(_ form: CodeForm?) {
        if form?.act == nil { dismissProblem() } else { giveUpUnconfirmed() }
    }

    /// Submits the code that the user typed: signs in with it, or confirms the form's action.
    /// - Parameter role: The role that the user has chosen, in apps with roles.
    /// - Returns: True if this form can close, because it is done or another form follows; false if a problem occurred.
    package func use(_ form: CodeForm, role: String? = nil) async -> Bool {
        guard let source = form.source else { return false }
        // A code that has confirmed the user is used up, even if the action fails.
        if let act = form.act { return await confirm(act, by: source) || confirmation != nil }
        let signedIn: Void? = await perform(.signIn) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(using: source, role: role)
        }
        return signedIn != nil || screen.isOfSignIn
    }
}
