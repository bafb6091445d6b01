import SesameCore
import Testing

@testable import Sesame

@Suite struct AppFlowActivityTests {
    static let welcome = AppFlow.after(.session(.signedOut(.noSession)))

    /// Returns a flow at the registration form, after a sign-in with an identity that has no account yet.
    static func registering(over flow: AppFlow = welcome) -> AppFlow {
        flow.then(.began(.signIn), .ended(.isMissing, number: flow.activityNumber + 1))
    }

    @Test func `a second tap during an activity is ignored`() {
        var flow = Self.welcome
        #expect(flow.handle(.began(.signIn)).activity?.kind == .signIn)
        #expect(flow.handle(.began(.signIn)) == [])
    }

    @Test(arguments: [AuthError.Code.cancelled, .throttled, .offline, .internal, .invalidToken])
    func `after a sign-in ends with any error, the next one can start`(code: AuthError.Code) throws {
        var flow = Self.welcome
        let first = try #require(flow.handle(.began(.signIn)).activity)
        #expect(flow.handle(.ended(AuthError(code, ""), number: first.number)) == [])
        #expect(flow.activity == nil)
        #expect((flow.problem == nil) == [.cancelled, .throttled].contains(code))
        #expect(flow.handle(.began(.signIn)).activity != nil)
        #expect(flow.problem == nil)
    }

    @Test func `the late end of a sign-in from before a sign-out does not end the next one`() throws {
        var flow = Self.welcome
        let first = try #require(flow.handle(.began(.signIn)).activity)
        #expect(flow.handle(.signedOut) == [.signOut])
        let second = try #require(flow.handle(.began(.signIn)).activity)
        _ = flow.handle(.ended(.isOffline, number: first.number))
        #expect(flow.activity == second)
        #expect(flow.problem == nil)
    }

    @Test(arguments: [
        AppFlow(), .after(.session(.locked)), welcome, registering(), .signedIn(.first).flow,
        .signedIn(.first, .missing), .signedIn(.first, .found(.finished)), welcome.then(.began(.signIn)),
    ])
    func `a user can sign out from every screen`(flow: AppFlow) {
        var flow = flow
        #expect(flow.handle(.signedOut) == [.signOut])
        _ = flow.handle(.session(.signedOut(.byUser)))
        #expect(flow.screen == .welcome(.byUser))
        #expect(flow.activity == nil)
        #expect(flow.problem == nil)
    }

    @Test func `a problem is shown until it is dismissed`() {
        let flow = Self.welcome.then(.began(.signIn), .ended(.isOffline, number: 1))
        #expect(flow.problem != nil)
        #expect(flow.then(.problemDismissed).problem == nil)
    }

    @Test func `a deletion requires a signed-in user`() {
        #expect(Self.welcome.then(.began(.deletion)).activity == nil)
        let flow = AppFlow.signedIn(.first, .found(.finished)).then(.began(.deletion))
        #expect(flow.activity?.kind == .deletion)
        let refused = flow.then(.ended(AuthError(.reauthenticationRequired, ""), number: 1))
        #expect(refused.screen == .ready(.first))
        #expect(refused.problem?.code == .reauthenticationRequired)
        #expect(flow.then(.session(.signedOut(.accountDeleted))).screen == .welcome(.accountDeleted))
    }

    // MARK: Registration

    @Test func `an identity without an account opens the form, prefilled from the ticket`() throws {
        guard case .registration(let form) = Self.registering().screen else { throw Unexpected() }
        #expect(form.ticket == Secret("t-1"))
        #expect(form.prefill.givenName == "Test")
        #expect(form.page == 0)
        #expect(Self.registering().problem == nil)
    }

    @Test func `an identity without an account or a ticket is a problem`() {
        let flow = Self.welcome.then(.began(.signIn), .ended(AuthError(.accountNotFound, ""), number: 1))
        #expect(flow.screen == .welcome(.noSession))
        #expect(flow.problem?.code == .accountNotFound)
    }

    @Test func `the form stores its input for the request, and a form with another ticket is ignored`() throws {
        guard case .registration(var form) = Self.registering().screen else { throw Unexpected() }
        form.page = 1
        form.role = "ACTEUR"
        form.profile["nom"] = "User 1"
        let flow = Self.registering().then(.registrationFilled(form))
        #expect(flow.screen == .registration(form))
        #expect(form.registration.ticket == Secret("t-1"))
        #expect(form.registration.role == "ACTEUR")
        #expect(form.registration.profile["nom"] == "User 1")
        guard case .register(let other) = AuthError.noAccount(ticket: "t-2").recovery else { throw Unexpected() }
        #expect(flow.then(.registrationFilled(RegistrationForm(other))) == flow)
        #expect(Self.welcome.then(.registrationFilled(form)) == Self.welcome)
    }

    @Test func `a form that could not be sent is unchanged`() {
        let flow = Self.registering().then(.began(.signUp), .ended(.isOffline, number: 2))
        #expect(flow.screen == Self.registering().screen)
        #expect(flow.problem?.code == .offline)
        #expect(flow.activity == nil)
    }

    @Test func `an expired ticket returns to the welcome screen with a problem`() {
        let flow = Self.registering().then(.began(.signUp), .ended(AuthError(.ticketExpired, ""), number: 2))
        #expect(flow.screen == .welcome(.noSession))
        #expect(flow.problem?.code == .ticketExpired)
    }

    @Test func `a registration without a form does not start`() {
        #expect(Self.welcome.then(.began(.signUp)) == Self.welcome)
    }

    @Test func `cancelling the form returns to the welcome screen or to the guest`() {
        #expect(Self.registering().then(.registrationCancelled).screen == .welcome(.noSession))
        let guest = AppFlow.signedIn(.guest, .found(.finished))
        let registering = Self.registering(over: guest)
        #expect(registering.then(.registrationCancelled).screen == .loading(.guest))
    }

    @Test func `the account that the form creates replaces it`() {
        let flow = Self.registering().then(.began(.signUp), .session(.signedIn(.first)), .ended(nil, number: 2))
        #expect(flow.screen == .loading(.first))
        #expect(flow.activity == nil)
    }

    @Test func `a missing or ended session does not close the form, but a sign-out does`() {
        let flow = Self.registering()
        #expect(flow.then(.session(.signedOut(.noSession))).screen == flow.screen)
        #expect(flow.then(.session(.signedOut(.byUser))).screen == .welcome(.byUser))
        let guest = Self.registering(over: .signedIn(.guest, .found(.finished)))
        #expect(guest.then(.session(.signedOut(.ended(.sessionEnded)))).screen == guest.screen)
    }

    @Test func `a sign-in that leaves the same guest signed in closes the form`() {
        let guest = Self.registering(over: .signedIn(.guest, .found(.finished)))
        #expect(guest.then(.began(.signIn), .ended(nil, number: 2)).screen == .loading(.guest))
    }

    @Test func `a late response about a guest's profile does not close the form`() {
        let (guest, load) = AppFlow.signedIn(.guest)
        let form = Self.registering(over: guest)
        #expect(form.then(.loaded(.missing, load: load)).screen == form.screen)
        #expect(form.then(.cached(.finished, load: load)).screen == form.screen)
    }
}

private struct Unexpected: Error {}
