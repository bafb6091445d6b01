/// The user's role in the app. It is chosen before the first sign-in and never changes.
public enum UserType: String, Sendable, Codable, CaseIterable {
    /// A user who looks for a part.
    case actor = "ACTEUR"
    /// A user who offers parts.
    case agency = "RECRUTEUR"
}
