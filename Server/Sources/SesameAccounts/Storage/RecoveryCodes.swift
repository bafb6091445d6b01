package import Foundation
import SesameCore

/// The stored digests of a user's recovery codes. Each code works once.
package struct RecoveryCodes: Sendable, Equatable {
    /// The number that is created at a time.
    package static let number = 10
    /// The bits of one. Two hyphenated halves of five letters and digits.
    static let bits = 50

    /// The seconds that codes wait for their second factor. After that they are void.
    static let wait: TimeInterval = 3_600

    /// The conditions for creating codes.
    package enum Making: Sendable {
        /// New ones, for a second factor that is there. Those before are good for nothing any more.
        case anew
        /// The first ones: also for somebody who notes them before adding a factor.
        case first
        /// Others, in place of some that are there.
        case again
    }

    /// The app of the account.
    package let app: AppID
    /// The account of the codes.
    package let account: AccountID
    /// The digests of those that were not used, 32 bytes each.
    package var digests: [[UInt8]]
    /// The creation of the codes.
    package let createdAt: Date
    /// The session in which they were made; nil for those of the app's back end.
    package let session: SessionID?

    /// Makes the record.
    package init(app: AppID, account: AccountID, digests: [[UInt8]], createdAt: Date, session: SessionID? = nil) {
        self.app = app
        self.account = account
        self.digests = digests
        self.createdAt = createdAt
        self.session = session
    }

    /// A code, in the form that people read.
    static func make(_ environment: Environment) -> Secret {
        let letters = Base32.encode(environment.randomBytes((bits + 7) / 8)).prefix(bits / 5)
        return Secret("\(letters.prefix(5))-\(letters.dropFirst(5))")
    }

    /// Returns true if the codes count, for an account with these second factors.
    func count(beside factors: [SecondFactor], at now: Date) -> Bool {
        !digests.isEmpty && (!factors.isEmpty || now < createdAt.addingTimeInterval(Self.wait))
    }

    /// Returns true if the codes stay when the account gets its first second factor. Whoever was signed in as the
    /// person before, with one proof, may have noted codes for the day on which two are asked for: those of other
    /// sessions go.
    ///
    /// - Parameter session: The session in which it is added; nil for a back end.
    func stay(beside session: SessionID?, at now: Date) -> Bool {
        count(beside: [], at: now) && (self.session == nil || self.session == session)
    }

    /// Uses up the code of that digest; false where there is none. All are compared.
    mutating func use(_ digest: [UInt8]) -> Bool {
        let rest = digests.filter { !$0.isSame(as: digest) }
        defer { digests = rest }
        return rest.count < digests.count
    }
}

extension StorageTransaction {
    /// Takes away the recovery codes that are not to stay when the account gets its first second factor.
    func weedRecoveryCodes(
        of account: AccountID, in app: AppID, session: SessionID?, at now: Date
    ) throws(StorageError) {
        guard let kept = try recoveryCodes(of: account, in: app), !kept.stay(beside: session, at: now) else { return }
        try deleteRecoveryCodes(of: account, in: app)
    }
}

extension StorageReader {
    /// The recovery codes of an account that count now.
    func countingRecoveryCodes(
        of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> RecoveryCodes? {
        guard let kept = try recoveryCodes(of: account, in: app),
            kept.count(beside: try secondFactors(of: account, in: app), at: now)
        else { return nil }
        return kept
    }
}
