public import SesameCore
import SesameTokens

/// A refused request: the error, and what helps its receiver to go on.
public struct Refusal: Error, Sendable {
    /// The stable code.
    public let code: AuthError.Code
    /// An explanation for developers. Never holds a secret or a personal value.
    public let reason: String
    /// Seconds after which a retry makes sense.
    public var retryAfter: Int?
    /// The member of the request that is wrong.
    public var field: String?
    /// The account that has the address, where a project has one account for each.
    public var holder: AccountView?
    /// The least number of characters, where a password has fewer.
    public var minimum: Int?
    /// The profile fields that are missing.
    public var missing: [String]?
    /// The way to register.
    public var registration: Registration?
    /// What can be decided about an identity that has an account of its own.
    public var conflict: Conflict?
    /// The second factor that a sign-in awaits.
    public var secondFactor: FactorTicket?
    /// The profile as it is now, where a change was made for an earlier one.
    public var stale: Stale?
    /// The rule that a provider's token broke, if that is why. For metrics; never sent.
    var rejection: TokenError.Reason?
    /// What the operator should know beside the reason. For logs; never sent.
    public var diagnosis: String?

    /// Makes a refusal.
    public init(_ code: AuthError.Code, _ reason: String, retryAfter: Int? = nil, field: String? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
        self.field = field
    }

    /// A registration ticket in its bearer's form, with what the provider stated.
    public struct Registration: Sendable {
        /// The ticket.
        public let ticket: Secret
        /// Seconds until it can no longer be used.
        public let expiresIn: Int
        /// What the provider stated.
        public let claims: IdentityClaims
    }

    /// A ticket for the decision, in its bearer's form, with what there is to decide on.
    public struct Conflict: Sendable {
        /// The ticket.
        public let ticket: Secret
        /// Seconds until it can no longer be used.
        public let expiresIn: Int
        /// The app of both accounts.
        public let app: App
        /// The identity's account.
        public let account: AccountView
        /// What a merge would leave; nil where the two cannot become one.
        public let merge: MergePlan?
    }

    /// A ticket for the second factor, in its bearer's form, with what may be shown.
    public struct FactorTicket: Sendable {
        /// The ticket.
        public let ticket: Secret
        /// Seconds until it can no longer be used.
        public let expiresIn: Int
        /// Whose sign-in it is, and the factors.
        public let signIn: PendingSignIn
    }

    /// A change for a version of the profile that is no more.
    public struct Stale: Sendable {
        /// The version that the change was made for, if it named one.
        public let presented: Int?
        /// The account with the profile as it is now.
        public let account: AccountView
        /// What the app's profiles look like.
        public let schema: ProfileSchema
    }
}

extension Refusal {
    /// A request that storage could not take now.
    init(_ error: StorageError) {
        switch error {
        case .unavailable(let cause):
            self.init(.storageUnavailable, "storage cannot take the request now", retryAfter: 1)
            diagnosis = cause
        case .corrupt(let cause):
            self.init(.internal, "storage did not do as it was told")
            diagnosis = cause
        case .conflict:
            self.init(.internal, "storage did not do as it was told")
            diagnosis = "a row exists that should not"
        }
    }
}
