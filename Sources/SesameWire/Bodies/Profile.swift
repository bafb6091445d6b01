public import SesameCore

/// A person's profile: answer of `GET` and `PATCH /v1/me/profile` and of `POST /v1/me/profile/complete`.
///
/// Every account has one from the start, so nothing but ``OnboardingStatus/state-swift.property`` says that somebody is
/// new: no answer means "there is none".
public struct ProfileBody: WireBody, Equatable {
    /// Counts the changes; the `ETag` of the answer is this number in quotes.
    public let version: Int
    /// The fields, with the server's own and the providers' among them as the app's schema has them.
    public let fields: JSONObject
    /// The state of the onboarding.
    public let onboarding: OnboardingStatus
    /// The fields that are still needed before the onboarding can be completed.
    public let missing: [String]
    /// The creation of the account, in seconds since 1970. Written once.
    public let creationTime: Int
    /// The user's last sign-in, in seconds since 1970.
    public let lastSignInTime: Int
    /// The last change of the profile, in seconds since 1970.
    public let updateTime: Int
    /// The providers' claims, apart from the fields: they never replace what a user has written.
    public let claims: [ProviderClaimsBody]

    /// Makes the body.
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

    /// Reads the body.
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

    /// The body as it is sent.
    public var json: JSONObject {
        [
            "version": .integer(version), "fields": .object(fields), "onboarding": .object(onboarding.json),
            "missing": .array(missing.map { .string($0) }), "creationTime": .integer(creationTime),
            "lastSignInTime": .integer(lastSignInTime), "updateTime": .integer(updateTime),
            "claims": .array(claims.map { .object($0.json) }),
        ]
    }
}
