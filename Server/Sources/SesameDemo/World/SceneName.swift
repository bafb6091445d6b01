/// The scenes, by the names of their apps.
package enum SceneName: String, Sendable, CaseIterable {
    /// Apple, an onboarding in steps, and an app that is killed on the way.
    case couple
    /// Apple, and nothing about the person.
    case familysync
    /// Google, accounts that a form makes, and two roles.
    case castmate
    /// Pushes that follow the person.
    case prysm
    /// A guest who becomes a person, and goes.
    case authservice

    /// The app's name, as people know it.
    var title: String {
        switch self {
        case .couple: "Couple"
        case .familysync: "FamilySync"
        case .castmate: "CastMate"
        case .prysm: "Prysm"
        case .authservice: "AuthService"
        }
    }
}
