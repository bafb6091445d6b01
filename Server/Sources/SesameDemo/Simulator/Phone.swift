import Foundation
import Sesame
import SesameCore
import SesameText
import SesameTexts

/// A phone or tablet with one of the apps. After the app is terminated and launched again, it has only the data on the
/// device's disk.
@MainActor final class Phone {
    let app: PhoneApp
    let stage: DemoRunner
    let device: DeviceModel
    /// The index of the role selected on the sign-in page, in apps with roles.
    var role: Int = 0

    /// The page that the user has opened in place of the app's own page, such as the account screen; nil if none is
    /// open.
    var front: PhoneFront?

    private let disk: URL
    private(set) var running: RunningApp
    private var isOffline = false

    /// Creates a device on which the app has just been installed.
    ///
    /// - Parameter owner: A name that distinguishes the device from others of its kind.
    init(_ app: PhoneApp, _ device: DeviceModel = .phone, of owner: String = "", on stage: DemoRunner) {
        self.app = app
        self.stage = stage
        self.device = device
        disk = stage.venue.folder.appendingPathComponent("\(app.id)-\(device.rawValue)\(owner)")
        running = RunningApp(
            app, at: stage.venue, disk: disk, clock: stage.clock.clock, network: Network(isCut: false))
    }

    // MARK: The phone

    /// Launches the app with the data on the disk, after terminating it if it is running.
    func launch() {
        running.kill()
        front = nil
        running = RunningApp(
            app, at: stage.venue, disk: disk, clock: stage.clock.clock, network: Network(isCut: isOffline))
        running.start()
    }

    /// Terminates the app without notice, as an operating system does.
    func kill() {
        running.kill()
    }

    /// Disconnects the network or connects it again.
    func setOffline(_ isOffline: Bool) {
        self.isOffline = isOffline
        running.network.isCut = isOffline
    }

    // MARK: Its person

    /// Taps Apple's button and consents in the sheet.
    func signInWithApple(as person: Person) async {
        await running.state.signIn(using: apple(person))
    }

    /// Taps Google's button and consents in the sheet.
    func signInWithGoogle(as person: Person) async {
        await running.state.signIn(using: google(person))
    }

    func apple(_ person: Person) -> DemoAppleSheet {
        DemoAppleSheet(
            providers: providers, consents: stage.consents, app: app.id, person: person, asked: app.request)
    }

    /// Returns Google's sign-in sheet for the user, with the selected role in apps with roles.
    func google(_ person: Person) -> DemoGoogleSheet {
        DemoGoogleSheet(
            providers: providers, app: app.id, person: person,
            role: app.roles.isEmpty ? nil : app.roles[role])
    }

    /// Fills in fields of the onboarding, and continues to the step `next`. Returns the result of saving, which is
    /// `queued` while the phone is offline.
    func fill(
        next step: String, _ change: (inout ProfileDraft) -> Void
    ) async throws(AuthError) -> ProfileSaveResult {
        var draft = try await running.profiles.draft()
        change(&draft)
        let step = OnboardingStep(rawValue: step)
        let save = try await running.profiles.save(draft, at: step)
        running.state.continueOnboarding(at: step)
        return save
    }

    /// Fills in fields and completes the onboarding. Throws if a required field is missing.
    func finish(_ change: (inout ProfileDraft) -> Void = { _ in }) async throws(AuthError) {
        var draft = try await running.profiles.draft()
        change(&draft)
        try await running.profiles.complete(draft)
        running.state.completeOnboarding()
    }

    /// Submits the registration form, prefilled with Google's claims and then changed by the given values, which are
    /// keyed by field name. Does nothing on another screen.
    func register(_ values: [String: String] = [:]) async {
        guard case .registration(let form) = running.state.screen else { return }
        var filled = form.prefilled(app.registration.map(\.field))
        filled.role = app.roles[role]
        for (name, value) in values { filled[RegistrationField(name)] = value }
        running.state.updateRegistration(filled)
        await running.state.register()
    }

    /// Enters and submits a code in the sign-in's second step.
    func submitSecondFactor(_ code: Secret) async {
        guard case .secondFactor(var form) = running.state.screen else { return }
        form.code = code.exposed
        running.state.updateSecondFactor(form)
        await running.state.submitSecondFactor()
    }

    /// Refreshes the session, as when the user opens the app again. If the session has ended, the screen shows it.
    func pickUp() async {
        // An error is ignored here, because the screen shows the result.
        _ = try? await running.manager.accessToken(rejecting: try await running.manager.accessToken())
    }

    /// The signed-in user; nil if there is none.
    var user: UserAuthInfo? { running.manager.auth }

    /// The profile that the phone shows; nil if none is loaded.
    var profile: Profile? { running.profiles.snapshot?.profile }

    private var providers: Providers { Providers(url: stage.venue.providers) }

    // MARK: What is to be seen

    /// Waits until the phone shows the expected page and error, then prints the screen. Throws if the phone shows
    /// another error, or after the time limit.
    func shows(_ place: ScreenState, _ fact: Text? = nil) async throws {
        let words = place.words
        let fact =
            fact
            ?? RunnerText.shows(device.words, words)
        try await stage.expect(fact, expected: stage[words], on: { self.screen }) {
            let seen = self.place
            if seen == place { return .met }
            guard let problem = running.state.problem, !running.state.isBusy else { return .unmet(stage[seen.words]) }
            // The state stays the same until the user acts.
            return .final("\(stage[seen.words]): “\(stage.texts.message(for: problem))” (\(problem))")
        }
    }

    private var place: ScreenState {
        let page: ScreenState.Page =
            switch running.state.screen {
            case .launching, .locked, .loading: .waiting
            case .welcome: front?.pageOfSignIn ?? .signIn
            case .registration: .registration
            case .secondFactor: .secondFactor
            case .onboarding(_, let step): .onboarding(app.steps?.step(for: step).rawValue)
            case .ready: front?.page ?? .app
            }
        return ScreenState(page: page, problem: running.state.problem?.code)
    }
}
