public import Sesame

// The fields that a user fills in, by their names in `app.json`.

extension ProfileField where Value == String {
    /// The user's name, which the onboarding requires.
    public static var name: Self { .string("name") }
    /// The areas of the relationship to improve.
    public static var relationshipImprovement: Self { .string("relationshipImprovement") }
    /// The selected kind of questions.
    public static var questionMode: Self { .string("questionMode") }
    /// The code that the partner types to connect with the user.
    public static var partnerCode: Self { .string("partnerCode") }
    /// The partner's code, as typed by the user.
    public static var connectedPartnerCode: Self { .string("connectedPartnerCode") }
    /// The URL of the user's picture, as text.
    public static var profileImageURL: Self { .string("profileImageURL") }
    /// The language chosen by the user, or else the device's.
    public static var languageCode: Self { .string("languageCode") }
}

extension ProfileField where Value == CalendarDay {
    /// The date of birth, without a default: nil until the user enters it.
    public static var birthDate: Self { .day("birthDate") }
    /// The day on which the relationship began.
    public static var relationshipStartDate: Self { .day("relationshipStartDate") }
}

extension ProfileField where Value == [String] {
    /// The user's goals for the relationship, for example `Trust`.
    public static var relationshipGoals: Self { .strings("relationshipGoals") }
}

extension ProfileField where Value == AppUser.RelationshipDuration {
    /// The duration of the relationship. A value unknown to this version reads as `notInRelationship`, and is
    /// preserved.
    public static var relationshipDuration: Self { .choice("relationshipDuration", unknown: .notInRelationship) }
}

extension ProfileField where Value == UserLocation {
    /// The user's location, stored as an object with coordinates and, if known, an address.
    public static var currentLocation: Self {
        Self("currentLocation", read: { UserLocation($0) }, write: { $0.json })
    }
}
