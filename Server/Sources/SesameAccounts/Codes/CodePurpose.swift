package import Foundation
import SesameCore

/// The purpose of a code that was sent.
package enum CodePurpose: String, Sendable, CaseIterable, Codable {
    /// Shows that what is sent to a login reaches its person.
    case verify
    /// Lets a new password be chosen.
    case resetPassword = "reset_password"
    case signIn = "sign_in"
    /// Makes another address or number the account's, once a code that was sent there has come back.
    case changeEmail = "change_email"
    /// Undoes a change or a removal of the address, or of an identity that proves it.
    case undoChange = "undo_change"
    /// Removes a way to sign in that was added.
    case undoMethod = "undo_method"
    /// Removes a second factor that was added.
    case undoFactor = "undo_factor"
    /// Shows that a phone is at hand, as a second factor.
    case secondFactor = "second_factor"

    /// Returns the epochs that void a code for this purpose.
    ///
    /// A thief in the account must not be able to void the owner's way back. So verification, reset and sign-in mails are
    /// void only when the address ends or the account is disabled. Phone numbers and second factors are looked up again
    /// when their code is used. A change of the address is void after any event that may have locked out who asked for it.
    /// No epoch voids the links that take a change back: see ``UndoLinks``.
    func endedBy(for kind: Login.Kind) -> Set<Epoch> {
        switch self {
        case .verify, .resetPassword, .signIn: kind == .email ? [.address, .state] : [.state]
        case .changeEmail: .all
        case .undoChange, .undoMethod, .undoFactor: []
        case .secondFactor: [.state]
        }
    }

    /// The purposes that need nothing else. A second factor's code belongs to a sign-in that has begun.
    static let ofLogins = Set(allCases).subtracting([.secondFactor])

    /// True for the purposes of undo links.
    package var isUndo: Bool { Self.undoing.contains(self) }

    /// The purposes of undo links.
    static let undoing: Set<CodePurpose> = [.undoChange, .undoMethod, .undoFactor]

    /// The life of a code for this purpose, in seconds.
    func life(as form: CodeForm) -> TimeInterval { isUndo ? UndoLinks.life : form.life }
}

/// The form of a code.
package enum CodeForm: String, Sendable, CaseIterable, Codable {
    /// 128 random bits, in a link.
    case link
    /// Six digits, to be typed.
    case digits

    /// Returns true if a secret looks like a link's.
    static func isLink(_ secret: Secret) -> Bool { secret.exposed.utf8.starts(with: CodeSafe.prefix.utf8) }

    /// The life of a code of this form, in seconds; an undo link's is a week.
    package var life: TimeInterval {
        switch self {
        case .link: 3_600
        case .digits: 600
        }
    }
}

/// The content of a code that was sent: its purpose, and its receiver.
package struct CodeContent: Pending, Equatable, Codable {
    /// The purpose.
    package let purpose: CodePurpose
    /// The form.
    package let form: CodeForm
    /// The address or number that it was sent to.
    package let name: String
    let app: String
    /// The kind of the name.
    let loginKind: String
    /// The account; nil for a sign-in that creates one.
    let owner: String?
    /// The id by which it comes back, if it has one.
    let handle: String?
    /// The account's mark from when the code was requested; nil for a sign-in that creates the account.
    let mark: AccountMark?
    /// The session that requested it; nil if none did.
    let session: String?
    /// The account before the change that an undo link takes back; nil for other codes.
    var past: UndoPast?
    /// The id of the second factor that an undo link removes; nil for other codes.
    package var factor: String? { past?.addedFactor }

    init(_ order: CodeOrder, app: AppID, of mark: AccountMark?) {
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

    /// The account; nil for a sign-in that creates one.
    package var account: AccountID? { owner.map { AccountID($0) } }

    var endedBy: Set<Epoch> { owner == nil ? [] : purpose.endedBy(for: kind) }

    /// The name of the code's slot, with which digits come back. Several users may have one phone as second factor, so
    /// that code is one account's.
    var receiver: String {
        purpose == .secondFactor ? Self.receiver(name, of: owner ?? "") : name
    }

    static func receiver(_ number: String, of account: String) -> String { "\(number) \(account)" }

    /// The kind of the name.
    package var kind: Login.Kind { Login.Kind(rawValue: loginKind) ?? .email }
}
