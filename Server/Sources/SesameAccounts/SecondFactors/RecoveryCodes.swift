public import Foundation
import SesameCore

/// What is kept of the codes that a person has noted for the day on which they have no second factor at hand: keyed
/// digests. Each is good once.
public struct RecoveryCodes: Sendable, Equatable {
    /// How many are made at a time.
    public static let number = 10
    /// The bits of one. Two hyphenated halves of five letters and digits.
    static let bits = 50

    /// The app of the account.
    public let app: AppID
    /// Whose they are.
    public let account: AccountID
    /// The digests of those that were not used, 32 bytes each.
    public var digests: [[UInt8]]
    /// When they were made.
    public let createdAt: Date

    /// Makes the record.
    public init(app: AppID, account: AccountID, digests: [[UInt8]], createdAt: Date) {
        self.app = app
        self.account = account
        self.digests = digests
        self.createdAt = createdAt
    }

    /// A code, in the form that people read.
    static func make(_ environment: Environment) -> Secret {
        let letters = Base32.encode(environment.randomBytes((bits + 7) / 8)).prefix(bits / 5)
        return Secret("\(letters.prefix(5))-\(letters.dropFirst(5))")
    }

    /// Uses up the code of that digest; false where there is none. All are compared.
    mutating func use(_ digest: [UInt8]) -> Bool {
        let rest = digests.filter { !$0.isSame(as: digest) }
        defer { digests = rest }
        return rest.count < digests.count
    }
}
