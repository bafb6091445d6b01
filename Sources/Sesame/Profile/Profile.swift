public import Foundation
public import SesameCore
package import SesameWire

/// An app's knowledge about a user: fields by the app's schema, and the state of the onboarding.
///
/// Fields are read through a ``ProfileField``, each for itself: one that holds something of another type than this
/// version of the app expects reads as nil, and takes no other field with it.
public struct Profile: Sendable, Equatable {
    /// The user of the profile.
    public let uid: String
    /// The number of changes at the server.
    public package(set) var version: Int
    /// The fields as the server has them.
    public package(set) var fields: JSONObject
    /// The state of the onboarding.
    public package(set) var onboarding: OnboardingStatus
    /// The required fields that are still missing.
    public package(set) var missing: [String]
    /// The creation of the account. The server writes it once, no client ever does.
    public let createdAt: Date
    /// The user's last sign-in, by the server's clock.
    public let lastSignInAt: Date
    /// The last change of the profile, by the server's clock.
    public package(set) var updatedAt: Date
    /// The providers' claims, apart from what the user has written.
    public let claims: [ProviderClaims]

    /// Makes a profile.
    public init(
        uid: String, version: Int, fields: JSONObject = [:], onboarding: OnboardingStatus, missing: [String] = [],
        createdAt: Date, lastSignInAt: Date, updatedAt: Date, claims: [ProviderClaims] = []
    ) {
        self.uid = uid
        self.version = version
        self.fields = fields
        self.onboarding = onboarding
        self.missing = missing
        self.createdAt = createdAt
        self.lastSignInAt = lastSignInAt
        self.updatedAt = updatedAt
        self.claims = claims
    }

    /// The profile that a Sesame server has sent for that person.
    package init(_ body: ProfileBody, of uid: String) {
        self.init(
            uid: uid, version: body.version, fields: body.fields, onboarding: body.onboarding, missing: body.missing,
            createdAt: Date(timeIntervalSince1970: TimeInterval(body.creationTime)),
            lastSignInAt: Date(timeIntervalSince1970: TimeInterval(body.lastSignInTime)),
            updatedAt: Date(timeIntervalSince1970: TimeInterval(body.updateTime)),
            claims: body.claims.map { ProviderClaims($0) })
    }

    /// The field's value; nil when there is none, or one that is not of this type.
    public subscript<Value>(field: ProfileField<Value>) -> Value? {
        fields[field.name].flatMap(field.read)
    }

    /// The state of the onboarding, as ``AppState`` takes it.
    public var progress: OnboardingState {
        switch onboarding.state {
        case .completed: .finished
        case .notStarted: .inProgress(nil)
        case .inProgress: .inProgress(onboarding.step.map(OnboardingStep.init(rawValue:)))
        }
    }
}

extension Profile: Redacted {
    /// The account's id and the version: what else there is belongs to the person and to no log.
    public var description: String { "Profile(\(uid), version \(version))" }
}
