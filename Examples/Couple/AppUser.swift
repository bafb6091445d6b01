public import Sesame

/// The couple app's user, read from the document `users/{uid}`. Use a `ProfileDraft` to change the document.
public struct AppUser: Sendable, Equatable {
    private let profile: Profile

    /// Creates a user whose properties are read from the profile.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// The account's id, which is also the document's name.
    public var id: String { profile.uid }
    /// The account's email address, as stated by the provider.
    public var email: String? { profile[.string("email")] }
    /// True if the user has a subscription. Only the server can set it.
    public var isSubscribed: Bool { profile[.bool("isSubscribed")] ?? false }
    /// The partner's account id; nil or empty without a partner. Only the server can set it.
    public var partnerId: String? { profile[.string("partnerId")] }
    /// True if the user has begun the onboarding and not completed it.
    public var onboardingInProgress: Bool { profile.onboarding.state == .inProgress }

    /// The value of a profile field; nil if it is not set.
    public subscript<Value>(field: ProfileField<Value>) -> Value? { profile[field] }
}

extension AppUser {
    /// The choices of the field `relationshipDuration`.
    public enum RelationshipDuration: String, Sendable, CaseIterable {
        /// No relationship, or a value that this version of the app does not know.
        case notInRelationship
        /// A relationship of less than a year.
        case lessThanOneYear
        /// A relationship of one to five years.
        case oneToFiveYears
        /// A relationship of more than five years.
        case moreThanFiveYears
    }
}

/// Redacts the description to the type's name, because all values are personal data.
extension AppUser: Redacted {}
