import Sesame
import SesameCore
import SesameText

/// A user's place in an app, with the last error.
struct Place: Sendable, Equatable {
    /// The kind of page.
    enum Page: Sendable, Equatable {
        case signIn
        case registration
        case secondFactor
        /// The onboarding, at the step if it has steps.
        case onboarding(String?)
        /// The form with an email address and a password.
        case password
        /// The form for a code.
        case code
        case app
        case account
        /// A pending second factor.
        case newFactor
        case recoveryCodes
        case waiting
    }

    let page: Page
    var problem: AuthError.Code?

    static let signIn = Place(page: .signIn)
    static let registration = Place(page: .registration)
    static let secondFactor = Place(page: .secondFactor)
    static let password = Place(page: .password)
    static let code = Place(page: .code)
    static let app = Place(page: .app)
    static let account = Place(page: .account)
    static let newFactor = Place(page: .newFactor)
    static let recoveryCodes = Place(page: .recoveryCodes)
    static let waiting = Place(page: .waiting)

    static func onboarding(_ step: String?) -> Place { Place(page: .onboarding(step)) }

    /// Returns the same page with an error.
    func with(_ problem: AuthError.Code) -> Place { Place(page: page, problem: problem) }

    var words: Text {
        let page =
            switch page {
            case .signIn: StageText.signIn
            case .registration: StageText.registration
            case .secondFactor: StageText.secondFactor
            case .onboarding(nil): StageText.profileForm
            case .onboarding(let step?): StageText.onboarding(step)
            case .password: StageText.password
            case .code: StageText.code
            case .app: StageText.app
            case .account: StageText.accountScreen
            case .newFactor: StageText.newFactor
            case .recoveryCodes: StageText.recoveryCodes
            case .waiting: StageText.waiting
            }
        guard let problem else { return page }
        return StageText.withError(page, problem.rawValue)
    }
}
