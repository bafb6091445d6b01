package import Foundation
import SesameCore

/// The action that a one-time code allows.
package enum CodePurpose: String, Sendable, CaseIterable, Codable {
    /// The code verifies that the user receives messages to the address or number of a local credential.
    case verify
    /// The code lets the user set a new password.
    case resetPassword = "reset_password"
    case signIn = "sign_in"
    /// The code sets the account's email address or phone number to the one that received the code.
    case changeEmail = "change_email"
    /// The code undoes a change or removal of the account's email address, or the removal of an identity that proved
    /// the address.
    case undoChange = "undo_change"
    /// The code removes a sign-in method that was added.
    case undoMethod = "undo_method"
    /// The code removes a second factor that was added.
    case undoFactor = "undo_factor"
    /// The code verifies a phone as a second factor.
    case secondFactor = "second_factor"

    /// Returns the epochs that void a code for this purpose.
    ///
    /// A thief in the account must not be able to void the messages that let the owner back in. So verification, reset
    /// and sign-in messages are voided only if the address is removed or the account is disabled. Phone numbers and
    /// second factors are looked up again when their code is used. A change of the address is voided by any event that
    /// may have locked out its requester. No epoch voids undo links: see ``UndoLinks``.
    func endedBy(for kind: LocalCredential.Kind) -> Set<Epoch> {
        switch self {
        case .verify, .resetPassword, .signIn: kind == .email ? [.address, .state] : [.state]
        case .changeEmail: .all
        case .undoChange, .undoMethod, .undoFactor: []
        case .secondFactor: [.state]
        }
    }

    /// All purposes except the second factor, whose code is valid only as part of another flow, such as a pending
    /// sign-in.
    static let ofCredentials = Set(allCases).subtracting([.secondFactor])

    package var isUndo: Bool { Self.undoing.contains(self) }

    /// All purposes of undo links.
    static let undoing: Set<CodePurpose> = [.undoChange, .undoMethod, .undoFactor]

    /// Returns the lifetime of a code for this purpose, in seconds.
    func lifetime(as form: CodeForm) -> TimeInterval { isUndo ? UndoLinks.lifetime : form.lifetime }
}

/// The form in which a code is sent: a link to open, or digits to type.
package enum CodeForm: String, Sendable, CaseIterable, Codable {
    /// A link with 128 random bits, or more if an id is presented with the code.
    case link
    /// Six digits to type.
    case digits

    /// Returns true if a secret has the prefix of a link's secret.
    static func isLink(_ secret: Secret) -> Bool { secret.exposed.utf8.starts(with: OneTimeCodeCipher.prefix.utf8) }

    /// The lifetime of a code of this form, in seconds; undo links have a lifetime of a week instead.
    package var lifetime: TimeInterval {
        switch self {
        case .link: 3_600
        case .digits: 600
        }
    }
}

/// The content of a code: its purpose, its recipient and the account that it belongs to.
package struct CodeContent: Pending, Equatable, Codable {
    package let purpose: CodePurpose
    package let form: CodeForm
    /// The recipient's email address or phone number.
    package let name: String
    let app: String
    /// The raw value of ``kind``, in the form that is stored.
    let loginKind: String
    /// The id of the account; nil for a sign-in that creates one, and for a decoy.
    let owner: String?
    /// The id that can be presented with the code instead of the address or number; nil if the code has none.
    let handle: String?
    /// The account's mark at the time of the request; nil for a sign-in that creates an account, and for a decoy.
    let mark: AccountMark?
    /// The id of the session in which the code was requested; nil if it was requested without a session.
    let session: String?
    /// The account before the change that an undo link reverts; nil for other codes.
    var past: UndoPast?
    /// The id of the second factor that an undo link removes; nil for all codes except links that undo an added factor.
    package var factor: String? { past?.addedFactor }

    init(_ order: OneTimeCodeRequest, app: AppID, of mark: AccountMark?) {
        purpose = order.purpose
        form = order.form
        name = order.name
        self.app = app.description
        loginKind = order.kind.rawValue
        owner = mark?.account
        self.mark = mark
        handle = order.handle
        session = order.session?.description
    }

    /// The account; nil for a sign-in that creates one, and for a decoy.
    package var account: AccountID? { owner.map { AccountID($0) } }

    var endedBy: Set<Epoch> { owner == nil ? [] : purpose.endedBy(for: kind) }

    /// The recipient's part of the lookup key of a code without an id: the address or number. For a second factor, it
    /// also contains the account, because several users may have the same phone.
    var recipient: String {
        purpose == .secondFactor ? Self.recipient(name, of: owner ?? "") : name
    }

    static func recipient(_ number: String, of account: String) -> String { "\(number) \(account)" }

    /// The kind of the recipient: an email address or a phone number.
    package var kind: LocalCredential.Kind { LocalCredential.Kind(rawValue: loginKind) ?? .email }
}
