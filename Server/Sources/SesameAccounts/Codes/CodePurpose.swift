public import Foundation
import SesameCore

/// What a code that was sent to somebody is good for.
public enum CodePurpose: String, Sendable, CaseIterable, Codable {
    /// Shows that what is sent to a login reaches its person.
    case verify
    /// Lets a new password be chosen.
    case resetPassword = "reset_password"
    /// Signs in.
    case signIn = "sign_in"
    /// Makes another address the account's, once it was mailed to.
    case changeEmail = "change_email"
    /// Shows that a phone is at hand, as a second factor.
    case secondFactor = "second_factor"

    /// What codes are good for by themselves. A second factor's goes with a sign-in that has begun.
    static let ofLogins = Set(allCases).subtracting([.secondFactor])
}

/// What a code looks like.
public enum CodeForm: String, Sendable, CaseIterable, Codable {
    /// 128 random bits, in a link.
    case link
    /// Six digits, to be typed.
    case digits

    /// Whether a secret looks like a link's.
    static func isLink(_ secret: Secret) -> Bool { secret.exposed.utf8.starts(with: CodeSafe.prefix.utf8) }

    /// How long a code of this form is good, in seconds.
    public var life: TimeInterval {
        switch self {
        case .link: 3_600
        case .digits: 600
        }
    }
}

/// What a code that was sent is good for, and for whom.
public struct CodeContent: Sendable, Equatable, Codable {
    /// What it is good for.
    public let purpose: CodePurpose
    /// How it looks.
    public let form: CodeForm
    /// The address or number that it was sent to.
    public let name: String
    /// The app.
    let app: String
    /// What the name is.
    let loginKind: String
    /// Whose it is; nil for a sign-in that makes the account.
    let owner: String?
    /// The id by which it comes back, if it has one.
    let handle: String?

    init(_ order: CodeOrder, app: AppID, account: AccountID?) {
        purpose = order.purpose
        form = order.form
        name = order.name
        self.app = app.description
        loginKind = order.kind.rawValue
        owner = account?.description
        handle = order.handle
    }

    /// Whose it is; nil for a sign-in that makes the account.
    public var account: AccountID? { owner.map { AccountID($0) } }

    /// What the code's slot is named after, and digits come back with: the name. Several people may have one phone as
    /// their second factor, so that such a code is one account's.
    var receiver: String {
        purpose == .secondFactor ? Self.receiver(name, of: owner ?? "") : name
    }

    static func receiver(_ number: String, of account: String) -> String { "\(number) \(account)" }

    /// What the name is.
    public var kind: Login.Kind { Login.Kind(rawValue: loginKind) ?? .email }
}
