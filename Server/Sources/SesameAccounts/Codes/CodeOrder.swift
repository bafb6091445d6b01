package import SesameCore

/// A code that is to be made for somebody.
package struct CodeOrder: Sendable {
    /// The purpose of the code.
    package let purpose: CodePurpose
    /// The kind of the name.
    package let kind: Login.Kind
    /// The receiver.
    package let name: String
    /// The account that the code must belong to; nil if the name decides.
    package let account: AccountID?
    /// The form of the code.
    package let form: CodeForm
    /// The language of the message, for example `fr`; nil for the app's.
    package let language: String?
    /// Makes the address of the page that takes the code; nil for the server's own page.
    package let link: (@Sendable (Secret) -> String)?
    /// The id by which the code comes back, in contracts that answer with one and do not repeat the address. Codes of
    /// different ids do not take each other's place. Where the code makes an account, that gets the id if it is free.
    package var handle: String?
    /// The session that requests it. Redeemed in that session, the code proves the account as well as the mailbox.
    package var session: SessionID?
    /// Words that stand in the message and where the code was asked for, so that its person sees that both belong
    /// together; see ``CodePhrase``.
    package var phrase: String?
    /// True if a device asks that has signed in to the account with its password before; see ``KnownDevice``. Strangers who
    /// ask for codes to the same name use up none of what it may ask for.
    var isOfKnownDevice = false
    /// True if the number is an enrolled second factor: only its owner, or somebody who has passed the first factor, can
    /// request such a text.
    private(set) var reachesEnrolledFactor = false

    private init(
        _ purpose: CodePurpose, _ kind: Login.Kind, _ name: String, of account: AccountID?, as form: CodeForm,
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

    /// A code by which the person of an address chooses a new password.
    package static func resetPassword(
        _ email: EmailAddress, as form: CodeForm = .link, in language: String? = nil,
        at link: (@Sendable (Secret) -> String)? = nil
    ) -> CodeOrder {
        CodeOrder(.resetPassword, .email, email.description, of: nil, as: form, in: language, at: link)
    }

    /// A code that signs in to the account of an address, or makes one.
    package static func signIn(
        _ email: EmailAddress, as form: CodeForm = .link, in language: String? = nil,
        at link: (@Sendable (Secret) -> String)? = nil
    ) -> CodeOrder {
        CodeOrder(.signIn, .email, email.description, of: nil, as: form, in: language, at: link)
    }

    /// A code that signs in to the account of a number, or makes one.
    package static func signIn(_ phone: PhoneNumber, in language: String? = nil) -> CodeOrder {
        CodeOrder(.signIn, .phone, phone.description, of: nil, as: .digits, in: language, at: nil)
    }

    /// Returns the order that stands for digits that came back: their holder signs in as with them.
    static func proof(of phone: PhoneNumber) -> CodeOrder {
        CodeOrder(.signIn, .phone, phone.description, of: nil, as: .link, in: nil, at: nil)
    }

    /// A code by which the person of an account shows that its address reaches them.
    ///
    /// - Parameter session: The session that asks, if one does.
    package static func verify(
        _ email: EmailAddress, of account: AccountID, askedIn session: SessionID?, as form: CodeForm = .link,
        in language: String? = nil, at link: (@Sendable (Secret) -> String)? = nil
    ) -> CodeOrder {
        var order = CodeOrder(.verify, .email, email.description, of: account, as: form, in: language, at: link)
        order.session = session
        return order
    }

    /// A code by which the person of an account shows that its number reaches them.
    package static func verify(
        _ phone: PhoneNumber, of account: AccountID, askedIn session: SessionID, in language: String? = nil
    ) -> CodeOrder {
        var order = CodeOrder(.verify, .phone, phone.description, of: account, as: .digits, in: language, at: nil)
        order.session = session
        return order
    }

    /// A code that makes another address the account's.
    ///
    /// - Parameter session: The session that asks, if one does.
    package static func changeEmail(
        to email: EmailAddress, of account: AccountID, askedIn session: SessionID?, as form: CodeForm = .link,
        in language: String? = nil, at link: (@Sendable (Secret) -> String)? = nil
    ) -> CodeOrder {
        var order = CodeOrder(.changeEmail, .email, email.description, of: account, as: form, in: language, at: link)
        order.session = session
        return order
    }

    /// A code that makes another number the account's, in the session that asks for it. It comes back by the account's id.
    ///
    /// - Parameter form: A link's secret, which nobody guesses, for a number that only waits; digits for a text.
    package static func changePhone(
        to phone: PhoneNumber, of account: AccountID, askedIn session: SessionID, as form: CodeForm = .digits,
        in language: String? = nil
    ) -> CodeOrder {
        var order = CodeOrder(.changeEmail, .phone, phone.description, of: account, as: form, in: language, at: nil)
        order.session = session
        order.handle = account.description
        return order
    }

    /// A code by which the person of a proved address takes a change back.
    static func undo(
        _ purpose: CodePurpose, of account: AccountID, by email: String, handle: String
    ) -> CodeOrder {
        var order = CodeOrder(purpose, .email, email, of: account, as: .link, in: nil, at: nil)
        order.handle = handle
        return order
    }

    /// A code by which the person of an account shows that the phone of a second factor is at hand.
    static func secondFactor(_ phone: PhoneNumber, of account: AccountID, in language: String? = nil) -> CodeOrder {
        var order = enrolment(phone, of: account, in: language)
        order.reachesEnrolledFactor = true
        return order
    }

    /// A code by which the person of an account shows that a phone is at hand, which is to be a second factor.
    static func enrolment(_ phone: PhoneNumber, of account: AccountID, in language: String? = nil) -> CodeOrder {
        CodeOrder(.secondFactor, .phone, phone.description, of: account, as: .digits, in: language, at: nil)
    }
}

package enum PresentedCode: Sendable {
    /// The secret of a link: it says itself what it is for.
    case link(Secret)
    /// Digits, with what they were sent for and where.
    case digits(Secret, CodePurpose, Login.Kind, String)
    /// A link's secret or digits, with the id that they were asked for by, or that of the account whose they are.
    case handle(String, Secret, CodePurpose, [Login.Kind])

    /// True for the secret of a link.
    package var isLink: Bool { if case .link = self { true } else { false } }
}
