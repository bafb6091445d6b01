public import SesameCore
import SesameTokens

/// A refused request: the error, and what helps its receiver to go on.
public struct Refusal: Error, Sendable {
    /// The stable code.
    public let code: AuthError.Code
    /// An explanation for developers. Never holds a secret or a personal value.
    public let reason: String
    /// The optional members; nil while none is set.
    private var details: Boxed<Details>?

    /// Makes a refusal.
    public init(_ code: AuthError.Code, _ reason: String, retryAfter: Int? = nil, field: String? = nil) {
        self.code = code
        self.reason = reason
        if let retryAfter { self.retryAfter = retryAfter }
        if let field { self.field = field }
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
    /// The session has reached one of its limits by the time alone.
    static var sessionTimedOut: Refusal {
        var refusal = Refusal(.sessionEnded, "the session has reached its time limit")
        refusal.rejection = .expired
        return refusal
    }

    /// The optional members of a refusal. They are stored behind a reference because the compiler reserves an error's
    /// whole size in each function that can throw it, and these take almost two kilobytes.
    struct Details: Sendable {
        var retryAfter: Int?
        var field: String?
        var cap: MessageCaps.Rule?
        var holder: AccountView?
        var minimum: Int?
        var weakness: PasswordWeakness?
        var missing: [String]?
        var registration: Registration?
        var conflict: Conflict?
        var secondFactor: FactorTicket?
        var stale: Stale?
        var rejection: TokenError.Reason?
        var isOfNothing: Bool?
        var diagnosis: String?
    }

    private subscript<Value>(detail: WritableKeyPath<Details, Value?>) -> Value? {
        get { details?.value[keyPath: detail] }
        set {
            var changed = details?.value ?? Details()
            changed[keyPath: detail] = newValue
            details = Boxed(changed)
        }
    }

    /// Seconds after which a retry makes sense.
    public var retryAfter: Int? {
        get { self[\.retryAfter] }
        set { self[\.retryAfter] = newValue }
    }

    /// The member of the request that is wrong.
    public var field: String? {
        get { self[\.field] }
        set { self[\.field] = newValue }
    }

    /// The daily cap that a message would exceed.
    public var cap: MessageCaps.Rule? {
        get { self[\.cap] }
        set { self[\.cap] = newValue }
    }

    /// The account that has the address, where a project has one account for each.
    public var holder: AccountView? {
        get { self[\.holder] }
        set { self[\.holder] = newValue }
    }

    /// The least number of characters, where a password has fewer.
    public var minimum: Int? {
        get { self[\.minimum] }
        set { self[\.minimum] = newValue }
    }

    /// The rule that a password broke. Clients read it in the reason.
    public var weakness: PasswordWeakness? {
        get { self[\.weakness] }
        set { self[\.weakness] = newValue }
    }

    /// The profile fields that are missing.
    public var missing: [String]? {
        get { self[\.missing] }
        set { self[\.missing] = newValue }
    }

    /// The way to register.
    public var registration: Registration? {
        get { self[\.registration] }
        set { self[\.registration] = newValue }
    }

    /// The choices for an identity that already belongs to another account.
    public var conflict: Conflict? {
        get { self[\.conflict] }
        set { self[\.conflict] = newValue }
    }

    /// The second factor that a sign-in awaits.
    public var secondFactor: FactorTicket? {
        get { self[\.secondFactor] }
        set { self[\.secondFactor] = newValue }
    }

    /// The profile as it is now, where a change was made for an earlier one.
    public var stale: Stale? {
        get { self[\.stale] }
        set { self[\.stale] = newValue }
    }

    /// The rule that a provider's token broke, if that is why. For metrics; never sent.
    var rejection: TokenError.Reason? {
        get { self[\.rejection] }
        set { self[\.rejection] = newValue }
    }

    /// True if the caller has presented no credential at all, and so has guessed none.
    public var isOfNothing: Bool {
        get { self[\.isOfNothing] ?? false }
        set { self[\.isOfNothing] = newValue }
    }

    /// Further information for the operator's logs. Never sent to a client.
    public var diagnosis: String? {
        get { self[\.diagnosis] }
        set { self[\.diagnosis] = newValue }
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
