package import Foundation
import SesameCore
import SesameWire

/// A person's account in one app.
package struct Account: Sendable, Equatable {
    /// The id: made here, and not to be worked out of a provider's id or an address.
    package let id: AccountID
    /// The app that the account belongs to.
    package let app: AppID
    /// The creation of the account. Written once.
    package let createdAt: Date
    /// The user's last sign-in.
    package var lastSignInAt: Date
    /// The time at which an operator disabled the account.
    package var disabledAt: Date?
    /// The role, in apps with roles. Chosen at sign-up, a guest's when they sign up, and not by the client thereafter.
    package var role: String?
    package var profile: Profile
    /// True if an address leads to the account: an identity can join it by its address, in apps with
    /// ``EmailLinking/verified``, and the person who proves an unclaimed login gets in. False once the account has lost an
    /// identity. That could come back by itself, or was its owner's.
    package var isJoinable: Bool

    /// Makes an account.
    package init(
        id: AccountID, app: AppID, createdAt: Date, lastSignInAt: Date, disabledAt: Date? = nil, role: String? = nil,
        profile: Profile, isJoinable: Bool = true
    ) {
        self.id = id
        self.app = app
        self.createdAt = createdAt
        self.lastSignInAt = lastSignInAt
        self.disabledAt = disabledAt
        self.role = role
        self.profile = profile
        self.isJoinable = isJoinable
    }
}

extension Account {
    /// Returns the error if nobody can sign in to it now, or not with that role.
    func refusal(ofSignInAs role: String?) -> Refusal? {
        if disabledAt != nil { return Refusal(.userDisabled, "the account is disabled") }
        if let role, self.role?.hasSameBytes(as: role) != true { return .otherRole }
        return nil
    }
}
