public import Sesame

// The fields that a person fills in, by the names that `app.json` has for them.

extension ProfileField where Value == String {
    /// The name.
    public static var name: Self { .string("name") }
    /// The areas that are to improve.
    public static var relationshipImprovement: Self { .string("relationshipImprovement") }
    /// The kind of questions.
    public static var questionMode: Self { .string("questionMode") }
    /// The code by which the partner finds the person.
    public static var partnerCode: Self { .string("partnerCode") }
    /// The code of the partner whom the person has found.
    public static var connectedPartnerCode: Self { .string("connectedPartnerCode") }
    /// The picture's address.
    public static var profileImageURL: Self { .string("profileImageURL") }
    /// The language that the person has chosen, or else the device's.
    public static var languageCode: Self { .string("languageCode") }
}

extension ProfileField where Value == CalendarDay {
    /// The date of birth; nil while nobody has stated it, which is not today.
    public static var birthDate: Self { .day("birthDate") }
    /// The day on which the relationship began.
    public static var relationshipStartDate: Self { .day("relationshipStartDate") }
}

extension ProfileField where Value == [String] {
    /// The user's goals.
    public static var relationshipGoals: Self { .strings("relationshipGoals") }
}

extension ProfileField where Value == AppUser.RelationshipDuration {
    /// The duration of the relationship. A value of a newer version reads as none, and is kept.
    public static var relationshipDuration: Self { .choice("relationshipDuration", unknown: .notInRelationship) }
}

extension ProfileField where Value == UserLocation {
    /// The user's location.
    public static var currentLocation: Self {
        Self("currentLocation", read: { UserLocation($0) }, write: { $0.json })
    }
}
