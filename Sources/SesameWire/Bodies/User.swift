public import SesameCore

/// A user's account, as shown to its owner: the response of `GET /v1/me`, and a part of the response of a sign-in.
public struct UserBody: WireBody {
    /// The account's id, at most 128 characters long. An imported account keeps its earlier id.
    public let uid: String
    /// The address of the account's email credential, or else the address that a provider reported; nil if there is
    /// none. In a pseudonymous app, a placeholder.
    public let email: String?
    /// True if this server or the provider has verified the address.
    public let emailVerified: Bool
    /// The full name in the providers' claims, or else the given and family names; nil if unknown.
    public let displayName: String?
    /// The URL of the user's picture at a provider; nil if unknown.
    public let photoURL: String?
    /// True if the account has no sign-in method yet.
    public let isAnonymous: Bool
    /// The account's role; nil if it has none, as in apps without roles.
    public let role: String?
    /// The account's sign-in methods, for example `google` or `password`.
    public let providers: [String]
    /// The time at which the account was created, in seconds since 1970.
    public let creationTime: Int
    /// The time of the user's last sign-in, in seconds since 1970.
    public let lastSignInTime: Int
    /// The profile fields that are stored with the account itself; see ``ProfileBody`` for all fields.
    public let profile: JSONObject
    /// The user's onboarding status: the state, and the current step.
    public let onboarding: OnboardingStatus

    /// Creates a body, by default with a completed onboarding.
    public init(
        uid: String, email: String?, emailVerified: Bool, displayName: String?, photoURL: String?, isAnonymous: Bool,
        role: String?, providers: [String], creationTime: Int, lastSignInTime: Int, profile: JSONObject,
        onboarding: OnboardingStatus = OnboardingStatus(state: .completed)
    ) {
        self.uid = uid
        self.email = email
        self.emailVerified = emailVerified
        self.displayName = displayName
        self.photoURL = photoURL
        self.isAnonymous = isAnonymous
        self.role = role
        self.providers = providers
        self.creationTime = creationTime
        self.lastSignInTime = lastSignInTime
        self.profile = profile
        self.onboarding = onboarding
    }

    /// Parses the body. Only `email`, `displayName`, `photoURL` and `role` may be missing.
    public init(json: JSONObject) throws(BodyError) {
        uid = try json.string("uid")
        email = try json.optionalString("email")
        emailVerified = try json.bool("emailVerified")
        displayName = try json.optionalString("displayName")
        photoURL = try json.optionalString("photoURL")
        isAnonymous = try json.bool("isAnonymous")
        role = try json.optionalString("role")
        providers = try json.strings("providers")
        creationTime = try json.integer("creationTime")
        lastSignInTime = try json.integer("lastSignInTime")
        profile = try json.object("profile")
        onboarding = try OnboardingStatus(json: json.object("onboarding"))
    }

    /// The body as a JSON object; absent values are left out.
    public var json: JSONObject {
        var json: JSONObject = ["uid": .string(uid)]
        json.set("email", email)
        json["emailVerified"] = .bool(emailVerified)
        json.set("displayName", displayName)
        json.set("photoURL", photoURL)
        json["isAnonymous"] = .bool(isAnonymous)
        json.set("role", role)
        json["providers"] = .array(providers.map { .string($0) })
        json["creationTime"] = .number(JSONNumber(creationTime))
        json["lastSignInTime"] = .number(JSONNumber(lastSignInTime))
        json["profile"] = .object(profile)
        json["onboarding"] = .object(onboarding.json)
        return json
    }
}
