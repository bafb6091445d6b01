import Foundation
import Sesame
import SesameCore
import SesameText
import SesameTexts

/// A phone with one of the apps on it. What the app keeps is on the phone's disk: killed and launched again, it has
/// nothing else.
@MainActor final class Phone {
    let app: PhoneApp
    let stage: Stage
    let device: Device
    /// The role that is chosen on the sign-in's page, in apps with roles.
    var role: Int = 0

    /// The page in front of the app's own, if there is one.
    var front: PhoneFront?

    private let disk: URL
    private(set) var running: RunningApp
    private var isOffline = false

    /// A device on which the app has just been installed.
    /// - Parameter owner: Tells it from others of its kind.
    init(_ app: PhoneApp, _ device: Device = .phone, of owner: String = "", on stage: Stage) {
        self.app = app
        self.stage = stage
        self.device = device
        disk = stage.venue.folder.appendingPathComponent("\(app.id)-\(device.rawValue)\(owner)")
        running = RunningApp(
            app, at: stage.venue, disk: disk, clock: stage.clock.clock, network: Network(isCut: false))
    }

    // MARK: The phone

    /// Opens the app.
    func launch() {
        running.kill()
        front = nil
        running = RunningApp(
            app, at: stage.venue, disk: disk, clock: stage.clock.clock, network: Network(isCut: isOffline))
        running.start()
    }

    /// Ends the app without asking it, as systems do.
    func kill() {
        running.kill()
    }

    /// Loses the network, or finds it again.
    func setOffline(_ isOffline: Bool) {
        self.isOffline = isOffline
        running.network.isCut = isOffline
    }

    // MARK: Its person

    /// Taps Apple's button, and agrees.
    func signInWithApple(as person: Person) async {
        await running.state.signIn(using: apple(person))
    }

    /// Taps Google's button, and agrees.
    func signInWithGoogle(as person: Person) async {
        await running.state.signIn(using: google(person))
    }

    func apple(_ person: Person) -> AppleSheet {
        AppleSheet(
            providers: providers, consents: stage.consents, app: app.id, person: person, asked: app.request)
    }

    /// The sheet of Google's SDK for that person.
    func google(_ person: Person) -> GoogleSheet {
        GoogleSheet(
            providers: providers, app: app.id, person: person,
            role: app.roles.isEmpty ? nil : app.roles[role])
    }

    /// Fills fields in, and goes on to the next page of the onboarding.
    func fill(
        next step: String, _ change: (inout ProfileDraft) -> Void
    ) async throws(AuthError) -> ProfileSave {
        var draft = try await running.profiles.draft()
        change(&draft)
        let step = OnboardingStep(rawValue: step)
        let save = try await running.profiles.save(draft, at: step)
        running.state.continueOnboarding(at: step)
        return save
    }

    /// Fills fields in, and taps the last page's button.
    func finish(_ change: (inout ProfileDraft) -> Void = { _ in }) async throws(AuthError) {
        var draft = try await running.profiles.draft()
        change(&draft)
        try await running.profiles.complete(draft)
        running.state.completeOnboarding()
    }

    /// Sends the registration form, with what Google states and what is filled in.
    func register(_ values: [String: String] = [:]) async {
        guard case .registration(let form) = running.state.screen else { return }
        var filled = form.prefilled(app.registration.map(\.field))
        filled.role = app.roles[role]
        for (name, value) in values { filled[RegistrationField(name)] = value }
        running.state.fillRegistration(filled)
        await running.state.register()
    }

    /// Types a code at the second step of the sign-in, and sends it.
    func showSecondFactor(_ code: Secret) async {
        guard case .secondFactor(var form) = running.state.screen else { return }
        form.code = code.exposed
        running.state.fillSecondFactor(form)
        await running.state.showSecondFactor()
    }

    /// Opens the app after a while: it renews its session.
    func pickUp() async {
        // What comes of it is on the screen.
        _ = try? await running.manager.accessToken(rejecting: try await running.manager.accessToken())
    }

    /// The signed-in user.
    var user: UserAuthInfo? { running.manager.auth }

    /// The profile, as the phone shows it.
    var profile: Profile? { running.profiles.snapshot?.profile }

    private var providers: Providers { Providers(url: stage.venue.providers) }

    // MARK: What is to be seen

    /// Waits until the phone shows that place, then shows the phone.
    func shows(_ place: Place, _ fact: Text? = nil) async throws {
        let words = place.words
        let fact =
            fact
            ?? StageText.shows(device.words, words)
        try await stage.expect(fact, expected: stage[words], on: { self.screen }) {
            let seen = self.place
            if seen == place { return .met }
            guard let problem = running.state.problem, !running.state.isBusy else { return .unmet(stage[seen.words]) }
            // It stays until the person does something about it.
            return .final("\(stage[seen.words]): “\(stage.texts.message(for: problem))” (\(problem))")
        }
    }

    private var place: Place {
        let page: Place.Page =
            switch running.state.screen {
            case .launching, .locked, .loading: .waiting
            case .welcome: front?.pageOfSignIn ?? .signIn
            case .registration: .registration
            case .secondFactor: .secondFactor
            case .onboarding(_, let step): .onboarding(app.steps?.step(for: step).rawValue)
            case .ready: front?.page ?? .app
            }
        return Place(page: page, problem: running.state.problem?.code)
    }
}
