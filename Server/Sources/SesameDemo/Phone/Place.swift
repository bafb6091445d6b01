import Sesame
import SesameCore

/// Where in an app a person is, and what went wrong on the way.
struct Place: Sendable, Equatable {
    /// The kind of page.
    enum Page: Sendable, Equatable {
        case signIn
        case registration
        case secondFactor
        /// At that step, in an onboarding with steps.
        case onboarding(String?)
        case app
        case waiting
    }

    let page: Page
    var problem: AuthError.Code?

    static let signIn = Place(page: .signIn)
    static let registration = Place(page: .registration)
    static let secondFactor = Place(page: .secondFactor)
    static let app = Place(page: .app)
    static let waiting = Place(page: .waiting)

    static func onboarding(_ step: String?) -> Place { Place(page: .onboarding(step)) }

    /// The same page with an error on it.
    func with(_ problem: AuthError.Code) -> Place { Place(page: page, problem: problem) }

    var words: Words {
        let page =
            switch page {
            case .signIn: Words("the sign-in", "la connexion")
            case .registration: Words("the registration form", "le formulaire d’inscription")
            case .secondFactor: Words("the second step of the sign-in", "la seconde étape de la connexion")
            case .onboarding(nil): Words("the profile’s form", "le formulaire du profil")
            case .onboarding(let step?): Words("the onboarding at “\(step)”", "le parcours à l’étape « \(step) »")
            case .app: Words("the app itself", "l’app elle-même")
            case .waiting: Words("something that is still loading", "un chargement en cours")
            }
        guard let problem else { return page }
        return Words(
            "\(page.english), with the error \(problem.rawValue)",
            "\(page.french), avec l’erreur \(problem.rawValue)")
    }
}
