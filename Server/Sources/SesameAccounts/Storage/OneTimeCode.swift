public import Foundation

/// A code that was sent and has not come back, as it is kept: by keyed digests, with what it is good for sealed.
public struct OneTimeCode: Sendable, Equatable {
    /// How many wrong codes it bears.
    public static let mostTries = 5

    /// Names app, purpose and receiver: a newer code takes the place of an older one.
    public let slot: [UInt8]
    /// Names the code itself.
    public let digest: [UInt8]
    /// The account that it goes with, if there is one yet.
    public let account: AccountID?
    /// The app.
    public let app: AppID
    /// What it is good for.
    public let sealed: [UInt8]
    /// How often a wrong one was presented in its place.
    public var tries: Int
    /// When it is good no more.
    public let expiresAt: Date

    /// Makes a record.
    public init(
        slot: [UInt8], digest: [UInt8], account: AccountID?, app: AppID, sealed: [UInt8], tries: Int = 0,
        expiresAt: Date
    ) {
        self.slot = slot
        self.digest = digest
        self.account = account
        self.app = app
        self.sealed = sealed
        self.tries = tries
        self.expiresAt = expiresAt
    }
}
