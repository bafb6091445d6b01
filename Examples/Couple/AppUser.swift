public import Sesame

/// The couple app's user: a read-only view of the document `users/{uid}`. A `ProfileDraft` changes it.
public struct AppUser: Sendable, Equatable {
    private let profile: Profile

    /// Creates a view of a profile.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// The account's id.
    public var id: String { profile.uid }
    /// The account's email address, as stated by the provider.
    public var email: String? { profile[.string("email")] }
    /// True if the user has a subscription. Only the server can set it.
    public var isSubscribed: Bool { profile[.bool("isSubscribed")] ?? false }
    /// The partner's account id; nil or empty without a partner. Only the server can set it.
    public var partnerId: String? { profile[.string("partnerId")] }
    /// True if the onboarding is in progress.
    public var onboardingInProgress: Bool { profile.onboarding.state == .inProgress }

    /// The value of a profile field; nil if it is not set.
    public subscript<Value>(field: ProfileField<Value>) -> Value? { profile[field] }
}

extension AppUser {
    /// The duration of a relationship.
    public enum RelationshipDuration: String, Sendable, CaseIterable {
        /// Not in a relationship.
        case notInRelationship
        /// Less than a year.
        case lessThanOneYear
        /// One to five years.
        case oneToFiveYears
        /// More than five years.
        case moreThanFiveYears
    }
}

/// Redacts the description to the type's name, because all values are personal data.
extension AppUser: Redacted {}
