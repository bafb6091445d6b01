package import Foundation
import SesameCore

/// The stored digests of a user's recovery codes. Each code works once.
package struct RecoveryCodes: Sendable, Equatable {
    /// The number of codes that are created at a time.
    package static let countPerSet = 10
    /// The number of random bits of a code. A code is written as two hyphenated halves of five letters and digits.
    static let bits = 50

    /// The time for which the codes of an account without a second factor stay valid, in seconds.
    static let wait: TimeInterval = 3_600

    /// A request to create codes, which fails if its condition is not met.
    package enum Making: Sendable {
        /// Codes for an account with a second factor. They replace all earlier codes.
        case anew
        /// The first codes of an account without codes, even before a second factor is added.
        case first
        /// Codes that replace existing ones, in an account with codes.
        case again
    }

    package let app: AppID
    package let account: AccountID
    /// The digests of the unused codes, 32 bytes each.
    package var digests: [[UInt8]]
    package let createdAt: Date
    /// The session in which the codes were created; nil for codes created by the app's back end.
    package let session: SessionID?

    package init(app: AppID, account: AccountID, digests: [[UInt8]], createdAt: Date, session: SessionID? = nil) {
        self.app = app
        self.account = account
        self.digests = digests
        self.createdAt = createdAt
        self.session = session
    }

    /// Returns a new random code, as shown to the user.
    static func make(_ environment: RuntimeEnvironment) -> Secret {
        let letters = Base32.encode(environment.randomBytes((bits + 7) / 8)).prefix(bits / 5)
        return Secret("\(letters.prefix(5))-\(letters.dropFirst(5))")
    }

    /// Returns true if the codes are valid for an account with the given second factors. Without a second factor they
    /// are valid only for ``wait`` after their creation.
    func count(beside factors: [SecondFactor], at now: Date) -> Bool {
        !digests.isEmpty && (!factors.isEmpty || now < createdAt.addingTimeInterval(Self.wait))
    }

    /// Returns true if the codes stay valid when the account gets its first second factor. Codes from another session
    /// do not stay valid, because an earlier intruder with only the first factor may have saved them.
    ///
    /// - Parameter session: The session in which the factor is added; nil if the app's back end adds it.
    func stay(beside session: SessionID?, at now: Date) -> Bool {
        count(beside: [], at: now) && (self.session == nil || self.session == session)
    }

    /// Uses up the code with the digest; returns false if there is no such code. All digests are compared, each in
    /// constant time.
    mutating func use(_ digest: [UInt8]) -> Bool {
        let rest = digests.filter { !$0.isSame(as: digest) }
        defer { digests = rest }
        return rest.count < digests.count
    }
}

extension StorageTransaction {
    /// Removes the recovery codes that become invalid when the account gets its first second factor.
    func weedRecoveryCodes(
        of account: AccountID, in app: AppID, session: SessionID?, at now: Date
    ) throws(StorageError) {
        guard let kept = try recoveryCodes(of: account, in: app), !kept.stay(beside: session, at: now) else { return }
        try deleteRecoveryCodes(of: account, in: app)
    }
}

extension StorageReader {
    /// Returns the account's recovery codes; nil if none are valid now.
    func countingRecoveryCodes(
        of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> RecoveryCodes? {
        guard let kept = try recoveryCodes(of: account, in: app),
            kept.count(beside: try secondFactors(of: account, in: app), at: now)
        else { return nil }
        return kept
    }
}
