public import Foundation
public import SesameCore
package import SesameWire

/// An app's data about a user: fields by the app's schema, and the state of the onboarding.
///
/// Each field is read through a ``ProfileField``, independently of the others. A field whose type differs from the one
/// that this version of the app expects reads as nil.
public struct Profile: Sendable, Equatable {
    /// The uid of the account that the profile belongs to.
    public let uid: String
    /// The profile's version, assigned by the server and higher after each change.
    public package(set) var version: Int
    /// The values of the profile's fields by name, as defined by the app's schema.
    public package(set) var fields: JSONObject
    /// The status of the onboarding, with the current step.
    public package(set) var onboarding: OnboardingStatus
    /// The names of the required fields that have no value yet.
    public package(set) var missing: [String]
    /// The time at which the account was created. The server writes it once; clients never do.
    public let createdAt: Date
    /// The time of the user's last sign-in, by the server's clock.
    public let lastSignInAt: Date
    /// The time of the profile's last change, by the server's clock.
    public package(set) var updatedAt: Date
    /// The providers' claims, separate from the user's own fields.
    public let claims: [ProviderClaims]

    /// Creates a profile, for example in an app's own ``ProfileService``.
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

    /// Creates the profile that a Sesame server has sent for the given user.
    package init(_ body: ProfileBody, of uid: String) {
        self.init(
            uid: uid, version: body.version, fields: body.fields, onboarding: body.onboarding, missing: body.missing,
            createdAt: Date(timeIntervalSince1970: TimeInterval(body.creationTime)),
            lastSignInAt: Date(timeIntervalSince1970: TimeInterval(body.lastSignInTime)),
            updatedAt: Date(timeIntervalSince1970: TimeInterval(body.updateTime)),
            claims: body.claims.map { ProviderClaims($0) })
    }

    /// The field's value; nil if the field has no value, or a value of another type.
    public subscript<Value>(field: ProfileField<Value>) -> Value? {
        fields[field.name].flatMap(field.read)
    }

    /// The state of the onboarding, in the form that ``AppState`` uses.
    public var progress: OnboardingState {
        switch onboarding.state {
        case .completed: .finished
        case .notStarted: .inProgress(nil)
        case .inProgress: .inProgress(onboarding.step.map(OnboardingStep.init(rawValue:)))
        }
    }
}

extension Profile: Redacted {
    /// The account's id and the version. All other values are personal data and must not enter a log.
    public var description: String { "Profile(\(uid), version \(version))" }
}
