public import SesameCore

/// A user's profile: the response of `GET` and `PATCH /v1/me/profile` and of `POST /v1/me/profile/complete`.
///
/// Every account has a profile from the start, so only ``OnboardingStatus/state-swift.property`` marks a new user. A
/// request that fails does not mean that the profile is missing.
public struct ProfileBody: WireBody, Equatable {
    /// The profile's version: 1 at first, and one more with every change. The response's `ETag` is this number in
    /// quotes.
    public let version: Int
    /// The profile's fields by name, as the app's schema defines them. The server fills in some, from its own data or
    /// from the providers' claims.
    public let fields: JSONObject
    /// The user's onboarding status: the state, and the current step.
    public let onboarding: OnboardingStatus
    /// The names of the required fields that have no value yet. The onboarding cannot be completed without them.
    public let missing: [String]
    /// The time at which the account was created, in seconds since 1970.
    public let creationTime: Int
    /// The time of the user's last sign-in, in seconds since 1970.
    public let lastSignInTime: Int
    /// The time of the profile's last change, in seconds since 1970.
    public let updateTime: Int
    /// The claims of each linked provider, separate from ``fields``: they never replace the user's own values.
    public let claims: [ProviderClaimsBody]

    /// Creates the body of a response; all times are in seconds since 1970.
    public init(
        version: Int, fields: JSONObject, onboarding: OnboardingStatus, missing: [String], creationTime: Int,
        lastSignInTime: Int, updateTime: Int, claims: [ProviderClaimsBody]
    ) {
        self.version = version
        self.fields = fields
        self.onboarding = onboarding
        self.missing = missing
        self.creationTime = creationTime
        self.lastSignInTime = lastSignInTime
        self.updateTime = updateTime
        self.claims = claims
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        version = try json.integer("version")
        fields = try json.object("fields")
        onboarding = try OnboardingStatus(json: json.object("onboarding"))
        missing = try json.strings("missing")
        creationTime = try json.integer("creationTime")
        lastSignInTime = try json.integer("lastSignInTime")
        updateTime = try json.integer("updateTime")
        var claims: [ProviderClaimsBody] = []
        for object in try json.objects("claims") { claims.append(try ProviderClaimsBody(json: object)) }
        self.claims = claims
    }

    /// The body as a JSON object. All members are present, even empty ones.
    public var json: JSONObject {
        [
            "version": .integer(version), "fields": .object(fields), "onboarding": .object(onboarding.json),
            "missing": .array(missing.map { .string($0) }), "creationTime": .integer(creationTime),
            "lastSignInTime": .integer(lastSignInTime), "updateTime": .integer(updateTime),
            "claims": .array(claims.map { .object($0.json) }),
        ]
    }
}
