package import SesameCore

/// A form for a code: first where it is to go, then the code as it has come.
package struct CodeForm: Sendable, Equatable {
    /// The places that codes go to.
    package enum Receivers: Sendable, Equatable, CaseIterable {
        /// An address.
        case emails
        /// A number.
        case phones
        /// Either of them.
        case both
    }

    /// The places that the code may go to.
    package let receivers: Receivers
    /// The act that the code confirms; nil for a sign-in.
    package let act: AccountAct?
    /// The address or the number.
    package var receiver = ""
    /// The code as it was typed.
    package var code = ""
    /// The code that was sent; nil before.
    package private(set) var sent: SentCode?

    /// An empty form for a sign-in.
    package init(_ receivers: Receivers) {
        self.receivers = receivers
        act = nil
    }

    /// A form by which that person confirms what they are about to do; nil for somebody whom a code to those places does not
    /// sign in.
    package init?(confirming act: AccountAct, _ user: UserAuthInfo, _ receivers: Receivers) {
        // The server tells nobody the whole number.
        let byPhone = receivers != .emails && user.providers.contains("phone")
        let email = receivers != .phones && user.providers.contains("email") ? user.email : nil
        guard let own = Receivers(emails: email != nil, phones: byPhone) else { return nil }
        self.receivers = own
        self.act = act
        receiver = email ?? ""
    }

    /// True if the person says where the code is to go.
    package var isReceiverOpen: Bool { act == nil || receivers != .emails }

    /// True while the person says where the code is to go.
    package var asksForReceiver: Bool { sent == nil && isReceiverOpen }

    /// True if all that is needed next has been typed.
    package var isComplete: Bool {
        sent == nil ? receivers.take(typedReceiver) : !code.allSatisfy(\.isWhitespace)
    }

    /// The address without the spaces that keyboards leave around it, or the number without those within, too.
    var typedReceiver: String {
        let typed = receiver.trimmed
        guard typed.hasPrefix("+"), !typed.contains("@") else { return typed }
        return typed.filter { !$0.isWhitespace && !"-().".contains($0) }
    }

    /// The code as it was typed; nil before one was sent.
    package var source: (some CredentialSource)? { sent?.typed(Secret(code)) }

    /// Takes over that the code is on its way.
    mutating func wasSent(_ sent: SentCode) {
        (self.sent, code) = (sent, "")
    }

    /// Goes back to where the code is to go.
    package mutating func chooseReceiver() {
        (sent, code) = (nil, "")
    }
}

extension CodeForm: Redacted {}

extension CodeForm.Receivers {
    /// The places of an app's options; nil where codes go nowhere.
    init?(emails: Bool, phones: Bool) {
        switch (emails, phones) {
        case (true, true): self = .both
        case (true, false): self = .emails
        case (false, true): self = .phones
        case (false, false): return nil
        }
    }

    /// True if that may be one of the places.
    fileprivate func take(_ typed: String) -> Bool {
        switch self {
        case .emails: typed.contains("@")
        case .phones: !typed.contains("@") && typed.hasPrefix("+") && typed.dropFirst().contains(where: \.isNumber)
        case .both: Self.emails.take(typed) || Self.phones.take(typed)
        }
    }
}

extension AppState {
    /// Has the code of the form sent.
    /// - Parameter language: That of the message, for example `fr`; nil takes the app's.
    /// - Returns: The form as it goes on; nil for a problem.
    package func sendCode(of form: CodeForm, language: String? = nil) async -> CodeForm? {
        let sent = await perform(.mail) { [auth] () async throws(AuthError) in
            try await auth.sendSignInCode(to: form.typedReceiver, language: language)
        }
        guard let sent else { return nil }
        var form = form
        form.wasSent(sent)
        return form
    }

    /// Gives the form up, and what it was to confirm.
    package func giveUp(_ form: CodeForm?) {
        if form?.act == nil { dismissProblem() } else { giveUpUnconfirmed() }
    }

    /// Hands in the code of the form: signs in by it, or confirms what it is for.
    /// - Parameter role: The role that the person chose before, in apps with roles.
    /// - Returns: True if that is done, or another form goes on with it, and this one can go; false for a problem.
    package func use(_ form: CodeForm, role: String? = nil) async -> Bool {
        guard let source = form.source else { return false }
        // A code that has proved who it is is spent, whatever comes of the act.
        if let act = form.act { return await confirm(act, by: source) || confirmation != nil }
        let signedIn: Void? = await perform(.signIn) { [auth] () async throws(AuthError) in
            _ = try await auth.signIn(using: source, role: role)
        }
        return signedIn != nil || screen.isOfSignIn
    }
}
