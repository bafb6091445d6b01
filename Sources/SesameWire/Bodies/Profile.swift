public import SesameCore

/// A user's profile: the response of `GET` and `PATCH /v1/me/profile` and of `POST /v1/me/profile/complete`.
///
/// Every account has a profile from the start, so only ``OnboardingStatus/state-swift.property`` marks a new user. A
/// missing response never means a missing profile.
public struct ProfileBody: WireBody, Equatable {
    /// The number of changes; the `ETag` of the response is this number in quotes.
    public let version: Int
    /// The fields, including those that the server fills in, itself or from the providers' claims, as the app's schema
    /// defines.
    public let fields: JSONObject
    /// The state of the onboarding.
    public let onboarding: OnboardingStatus
    /// The fields that are still required to complete the onboarding.
    public let missing: [String]
    /// The time at which the account was created, in seconds since 1970. It never changes.
    public let creationTime: Int
    /// The time of the user's last sign-in, in seconds since 1970.
    public let lastSignInTime: Int
    /// The time of the profile's last change, in seconds since 1970.
    public let updateTime: Int
    /// The providers' claims, separate from the fields: they never replace the user's own values.
    public let claims: [ProviderClaimsBody]

    /// Creates a body with these members.
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

    /// The body as a JSON object.
    public var json: JSONObject {
        [
            "version": .integer(version), "fields": .object(fields), "onboarding": .object(onboarding.json),
            "missing": .array(missing.map { .string($0) }), "creationTime": .integer(creationTime),
            "lastSignInTime": .integer(lastSignInTime), "updateTime": .integer(updateTime),
            "claims": .array(claims.map { .object($0.json) }),
        ]
    }
}
