/// Which of the app's two kinds of people somebody is: chosen before the sign-in, and theirs from then on.
public enum UserType: String, Sendable, Codable, CaseIterable {
    /// Somebody who looks for a part.
    case actor = "ACTEUR"
    /// Somebody who has one to give.
    case agency = "RECRUTEUR"
}
