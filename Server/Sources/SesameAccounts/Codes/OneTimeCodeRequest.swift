package import SesameCore

/// A request for a new code, which the server sends to the recipient or returns to a back end.
package struct OneTimeCodeRequest: Sendable {
    package let purpose: CodePurpose
    /// The kind of recipient: an email address or a phone number.
    package let kind: LocalCredential.Kind
    /// The recipient's address or number.
    package let name: String
    /// The account that the code must belong to; nil if the address or number determines the account.
    package let account: AccountID?
    package let form: CodeForm
    /// The language of the message, for example `fr`; nil for the app's.
    package let language: String?
    /// The function that returns the URL for a link's secret; nil for the server's own page.
    package let link: (@Sendable (Secret) -> String)?
    /// The id to present with the code instead of the address or number, for protocols whose clients send only an id
    /// back; nil if the address or number is presented. Codes with different ids do not replace each other. If the code
    /// creates an account, the account gets the id if it is free.
    package var handle: String?
    /// The session of the request; nil for none. A user who redeems the code in the same session shows ownership of the
    /// account as well as of the mailbox.
    package var session: SessionID?
    /// The words shown in the message and on the requesting page, so that the user sees that both belong together; see
    /// ``SecurityPhrase``.
    package var phrase: String?
    /// True if the requesting device has signed in to the account with its password before; see ``KnownDevice``.
    /// Requests by strangers for the same address do not count toward the device's limit.
    var isOfKnownDevice = false
    /// True if the text goes to an enrolled second factor. Only a caller who is signed in to the account, or has passed
    /// its first factor, can make such a request.
    private(set) var reachesEnrolledFactor = false

    private init(
        _ purpose: CodePurpose, _ kind: LocalCredential.Kind, _ name: String, of account: AccountID?, as form: CodeForm,
        in language: String?, at link: (@Sendable (Secret) -> String)?
    ) {
        self.purpose = purpose
        self.kind = kind
        self.name = name
        self.account = account
        self.form = form
        self.language = language
        self.link = link
    }

    /// Returns a request for a code that resets a password; only the account with the email address can use the code.
    package static func resetPassword(
        _ email: EmailAddress, as form: CodeForm = .link, in language: String? = nil,
        at link: (@Sendable (Secret) -> String)? = nil
    ) -> OneTimeCodeRequest {
        OneTimeCodeRequest(.resetPassword, .email, email.description, of: nil, as: form, in: language, at: link)
    }

    /// Returns a request for a code that signs in to the account of an address, or creates one.
    package static func signIn(
        _ email: EmailAddress, as form: CodeForm = .link, in language: String? = nil,
        at link: (@Sendable (Secret) -> String)? = nil
    ) -> OneTimeCodeRequest {
        OneTimeCodeRequest(.signIn, .email, email.description, of: nil, as: form, in: language, at: link)
    }

    /// Returns a request for a code that signs in to the account of a number, or creates one.
    package static func signIn(_ phone: PhoneNumber, in language: String? = nil) -> OneTimeCodeRequest {
        OneTimeCodeRequest(.signIn, .phone, phone.description, of: nil, as: .digits, in: language, at: nil)
    }

    /// Returns a request for a link's secret that signs in with a phone number already verified with digits.
    static func proof(of phone: PhoneNumber) -> OneTimeCodeRequest {
        OneTimeCodeRequest(.signIn, .phone, phone.description, of: nil, as: .link, in: nil, at: nil)
    }

    /// Returns a request for a code that verifies an account's address.
    ///
    /// - Parameter session: The session of the request; nil for none.
    package static func verify(
        _ email: EmailAddress, of account: AccountID, askedIn session: SessionID?, as form: CodeForm = .link,
        in language: String? = nil, at link: (@Sendable (Secret) -> String)? = nil
    ) -> OneTimeCodeRequest {
        var order = OneTimeCodeRequest(
            .verify, .email, email.description, of: account, as: form, in: language, at: link)
        order.session = session
        return order
    }

    /// Returns a request for digits that verify an account's phone number.
    package static func verify(
        _ phone: PhoneNumber, of account: AccountID, askedIn session: SessionID, in language: String? = nil
    ) -> OneTimeCodeRequest {
        var order = OneTimeCodeRequest(
            .verify, .phone, phone.description, of: account, as: .digits, in: language, at: nil)
        order.session = session
        return order
    }

    /// Returns a request for a code that changes an account's address.
    ///
    /// - Parameter session: The session of the request; nil for none.
    package static func changeEmail(
        to email: EmailAddress, of account: AccountID, askedIn session: SessionID?, as form: CodeForm = .link,
        in language: String? = nil, at link: (@Sendable (Secret) -> String)? = nil
    ) -> OneTimeCodeRequest {
        var order = OneTimeCodeRequest(
            .changeEmail, .email, email.description, of: account, as: form, in: language, at: link)
        order.session = session
        return order
    }

    /// Returns a request for a code that changes an account's number, in the requesting session. The code is redeemed
    /// with the account's id.
    ///
    /// - Parameter form: ``CodeForm/link`` to store the new number as pending, with a secret that cannot be guessed and
    ///   is not sent; ``CodeForm/digits`` to text a code to the number.
    package static func changePhone(
        to phone: PhoneNumber, of account: AccountID, askedIn session: SessionID, as form: CodeForm = .digits,
        in language: String? = nil
    ) -> OneTimeCodeRequest {
        var order = OneTimeCodeRequest(
            .changeEmail, .phone, phone.description, of: account, as: form, in: language, at: nil)
        order.session = session
        order.handle = account.description
        return order
    }

    /// Returns a request for an undo link to a proved address.
    static func undo(
        _ purpose: CodePurpose, of account: AccountID, by email: String, handle: String
    ) -> OneTimeCodeRequest {
        var order = OneTimeCodeRequest(purpose, .email, email, of: account, as: .link, in: nil, at: nil)
        order.handle = handle
        return order
    }

    /// Returns a request for a code that verifies a second factor by text.
    static func secondFactor(_ phone: PhoneNumber, of account: AccountID, in language: String? = nil)
        -> OneTimeCodeRequest
    {
        var order = enrollment(phone, of: account, in: language)
        order.reachesEnrolledFactor = true
        return order
    }

    /// Returns a request for a code that enrolls a phone as a second factor.
    static func enrollment(_ phone: PhoneNumber, of account: AccountID, in language: String? = nil)
        -> OneTimeCodeRequest
    {
        OneTimeCodeRequest(.secondFactor, .phone, phone.description, of: account, as: .digits, in: language, at: nil)
    }
}

package enum PresentedCode: Sendable {
    /// The secret of a link, which determines its purpose.
    case link(Secret)
    /// The digits, with their purpose and recipient.
    case digits(Secret, CodePurpose, LocalCredential.Kind, String)
    /// A link's secret or digits, with the id of the request, or of the account.
    case handle(String, Secret, CodePurpose, [LocalCredential.Kind])

    /// True if the code is the secret of a link, presented without an id.
    package var isLink: Bool { if case .link = self { true } else { false } }
}
