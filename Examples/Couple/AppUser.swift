public import Sesame

/// The couple app's person: the document `users/{uid}`, to be shown. It is changed by a `ProfileDraft`.
public struct AppUser: Sendable, Equatable {
    private let profile: Profile

    /// A view of a profile.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// The account's id.
    public var id: String { profile.uid }
    /// The account's e-mail address, as the provider states it.
    public var email: String? { profile[.string("email")] }
    /// True if there is a subscription. Only the server can say so.
    public var isSubscribed: Bool { profile[.bool("isSubscribed")] ?? false }
    /// The partner's account. Only the server can say so.
    public var partnerId: String? { profile[.string("partnerId")] }
    /// True if the person is on the way through the onboarding.
    public var onboardingInProgress: Bool { profile.onboarding.state == .inProgress }

    /// The value of a field that the person fills in.
    public subscript<Value>(field: ProfileField<Value>) -> Value? { profile[field] }
}

extension AppUser {
    /// The duration of a relationship.
    public enum RelationshipDuration: String, Sendable, CaseIterable {
        /// There is none.
        case notInRelationship
        /// Under a year.
        case lessThanOneYear
        /// A year to five.
        case oneToFiveYears
        /// More than that.
        case moreThanFiveYears
    }
}

/// Prints its name alone: all else is about the person.
extension AppUser: Redacted {}
