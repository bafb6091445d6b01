import Sesame
import SesameCore
import SesameText

/// The page that an app shows, with the displayed error.
struct ScreenState: Sendable, Equatable {
    enum Page: Sendable, Equatable {
        case signIn
        case registration
        case secondFactor
        /// The onboarding at the given step; nil if the onboarding has no steps.
        case onboarding(String?)
        /// The form with an email address and a password.
        case password
        /// The form for an emailed code.
        case code
        case app
        case account
        /// The enrollment of a second factor, before its first code.
        case newFactor
        case recoveryCodes
        case waiting
    }

    let page: Page
    var problem: AuthError.Code?

    static let signIn = ScreenState(page: .signIn)
    static let registration = ScreenState(page: .registration)
    static let secondFactor = ScreenState(page: .secondFactor)
    static let password = ScreenState(page: .password)
    static let code = ScreenState(page: .code)
    static let app = ScreenState(page: .app)
    static let account = ScreenState(page: .account)
    static let newFactor = ScreenState(page: .newFactor)
    static let recoveryCodes = ScreenState(page: .recoveryCodes)
    static let waiting = ScreenState(page: .waiting)

    static func onboarding(_ step: String?) -> ScreenState { ScreenState(page: .onboarding(step)) }

    /// Returns the state in which the same page shows the given error.
    func with(_ problem: AuthError.Code) -> ScreenState { ScreenState(page: page, problem: problem) }

    var words: Text {
        let page =
            switch page {
            case .signIn: RunnerText.signIn
            case .registration: RunnerText.registration
            case .secondFactor: RunnerText.secondFactor
            case .onboarding(nil): RunnerText.profileForm
            case .onboarding(let step?): RunnerText.onboarding(step)
            case .password: RunnerText.password
            case .code: RunnerText.code
            case .app: RunnerText.app
            case .account: RunnerText.accountScreen
            case .newFactor: RunnerText.newFactor
            case .recoveryCodes: RunnerText.recoveryCodes
            case .waiting: RunnerText.waiting
            }
        guard let problem else { return page }
        return RunnerText.withError(page, problem.rawValue)
    }
}
