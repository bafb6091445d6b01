import SesameCore
import Testing

@testable import Sesame

/// Tests of the screen flow when a sign-in requires a second factor.
@Suite struct AppFlowSecondFactorTests {
    private static let welcome = AppFlow.after(.session(.signedOut(.noSession)), .restored)

    /// Returns the flow in which a sign-in waits for a second factor.
    private static func waiting(over flow: AppFlow = welcome) -> AppFlow {
        flow.then(.began(.signIn), .ended(.secondFactor(), number: flow.activity?.number ?? 1))
    }

    private static func form(of flow: AppFlow) throws -> SecondFactorForm {
        guard case .secondFactor(let form) = flow.screen else { throw Unexpected() }
        return form
    }

    @Test func `a sign-in that requires a second factor opens the form at the authenticator app`() throws {
        let form = try Self.form(of: Self.waiting())
        #expect(form.ticket == Secret("sf-1") && form.method == .factor("t") && form.phone == nil)
        #expect(form.choices == [.factor("p"), .factor("t"), .recoveryCode])
        #expect(Self.waiting().problem == nil && Self.waiting().activity == nil)
    }

    @Test(arguments: [AppActivity.Kind.signUp, .upgrade, .secondFactor])
    func `a sign-up, upgrade or second step that requires a second factor opens its form`(kind: AppActivity.Kind) throws
    {
        let start =
            switch kind {
            case .signUp: Self.welcome.then(.began(.signIn), .ended(.isMissing, number: 1))
            case .upgrade: AppFlow.signedIn(.guest, .found(.finished))
            default: Self.waiting()
            }
        let flow = start.then(.began(kind))
        let number = try #require(flow.activity?.number)
        let asked = flow.then(.ended(.secondFactor(ticket: "sf-2"), number: number))
        #expect(try Self.form(of: asked).ticket == Secret("sf-2"))
    }

    @Test func `a required second factor without a ticket opens no form`() {
        let flow = AppFlow.signedIn(.first, .found(.finished))
            .then(.began(.deletion), .ended(AuthError(.secondFactorRequired, ""), number: 1))
        #expect(flow.screen == .ready(.first) && flow.problem?.code == .secondFactorRequired)
    }

    @Test(arguments: [AppActivity.Kind.deletion, .secondFactorText])
    func `a ticket opens the form only for an activity that signs in`(kind: AppActivity.Kind) throws {
        let start = kind == .secondFactorText ? Self.waiting() : AppFlow.signedIn(.first, .found(.finished))
        let flow = start.then(.began(kind))
        let number = try #require(flow.activity?.number)
        let asked = flow.then(.ended(.secondFactor(ticket: "sf-2"), number: number))
        #expect(asked.screen == start.screen && asked.problem?.code == .secondFactorRequired)
    }

    @Test(arguments: ["123 456", " 123\u{00a0}456\t", "123\u{202f}456\n"])
    func `the typed code becomes the proof, without its spaces`(typed: String) throws {
        var form = try Self.form(of: Self.waiting())
        form.code = "\u{00a0}\t"
        #expect(!form.isComplete)
        form.code = typed
        #expect(form.isComplete)
        guard case .code(let code, let factor) = form.proof.method else { throw Unexpected() }
        #expect(code == Secret("123456") && factor == "t" && form.proof.ticket == Secret("sf-1"))
        form.method = .recoveryCode
        guard case .recoveryCode = form.proof.method else { throw Unexpected() }
    }

    @Test func `another factor clears the typed code, and a form with another ticket is ignored`() throws {
        var form = try Self.form(of: Self.waiting())
        form.code = "123456"
        let typed = Self.waiting().then(.secondFactorFilled(form))
        #expect(try Self.form(of: typed).code == "123456")
        form.method = .factor("p")
        let other = try Self.form(of: typed.then(.secondFactorFilled(form)))
        #expect(other.code.isEmpty && other.phone?.id == "p")
        guard case .submitSecondFactor(let strange?) = AuthError.secondFactor(ticket: "sf-2").recovery else {
            throw Unexpected()
        }
        #expect(typed.then(.secondFactorFilled(SecondFactorForm(strange))) == typed)
        #expect(Self.welcome.then(.secondFactorFilled(form)) == Self.welcome)
    }

    @Test func `a sent SMS is recorded for its phone, and the form stays`() throws {
        var form = try Self.form(of: Self.waiting())
        form.method = .factor("p")
        let asked = Self.waiting().then(.secondFactorFilled(form), .began(.secondFactorText))
        let texted = asked.then(.ended(nil, number: 2))
        #expect(try Self.form(of: texted).smsFactorID == "p" && texted.activity == nil)
        var forged = try Self.form(of: texted)
        forged.method = .factor("t")
        #expect(try Self.form(of: texted.then(.secondFactorFilled(forged))).smsFactorID == "p")
    }

    @Test func `a wrong code is reported, and the form stays`() {
        let flow = Self.waiting().then(.began(.secondFactor), .ended(AuthError(.invalidCredentials, ""), number: 2))
        #expect(flow.screen == Self.waiting().screen && flow.problem?.code == .invalidCredentials)
        #expect(flow.then(.began(.secondFactor)).problem == nil)
    }

    @Test func `an expired second step returns to the welcome screen with a problem`() {
        let flow = Self.waiting().then(.began(.secondFactor), .ended(AuthError(.ticketExpired, ""), number: 2))
        #expect(flow.screen == .welcome(.noSession) && flow.problem?.code == .ticketExpired)
    }

    @Test func `the completed sign-in replaces the form`() {
        let flow = Self.waiting().then(.began(.secondFactor), .session(.signedIn(.first)), .ended(nil, number: 2))
        #expect(flow.screen == .loading(.first) && flow.activity == nil)
    }

    @Test func `cancelling the second step returns to the welcome screen or to the guest`() {
        #expect(Self.waiting().then(.secondFactorCancelled).screen == .welcome(.noSession))
        #expect(Self.waiting().then(.began(.secondFactor), .secondFactorCancelled).activity == nil)
        let guest = AppFlow.signedIn(.guest, .found(.finished))
        #expect(Self.waiting(over: guest).then(.secondFactorCancelled).screen == .loading(.guest))
        #expect(Self.waiting().then(.registrationCancelled) == Self.waiting())
        #expect(Self.welcome.then(.secondFactorCancelled) == Self.welcome)
    }

    @Test func `a missing session does not close the form, but a sign-out does`() {
        let flow = Self.waiting()
        #expect(flow.then(.session(.signedOut(.noSession))).screen == flow.screen)
        #expect(flow.then(.signedOut, .session(.signedOut(.byUser))).screen == .welcome(.byUser))
    }

    @Test func `without the form, no code is submitted or sent`() {
        #expect(Self.welcome.then(.began(.secondFactor)) == Self.welcome)
        #expect(Self.welcome.then(.began(.secondFactorText)) == Self.welcome)
    }
}

private struct Unexpected: Error {}
