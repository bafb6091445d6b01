/// A scenario, named after its app.
package enum ScenarioName: String, Sendable, CaseIterable {
    /// Sign-in with Apple, an onboarding in steps, and an app that is terminated between them.
    case couple
    /// Sign-in with Apple, without any personal data.
    case familysync
    /// Sign-in with Google, accounts created with a form, and two roles.
    case castmate
    /// Push notifications on two devices, through sign-out and a change of user.
    case prysm
    /// A guest who is upgraded and later deletes the account.
    case authservice

    /// The app's display name.
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
