import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of actions that require a confirmation, such as deleting the account, and of the confirmation form.
@MainActor @Suite struct AppStateConfirmationTests {
    private static let credential = AuthCredential.google(idToken: Secret("person 1"), nonce: Nonce(Secret("n")))
    private static let textCode = "123456"

    private let clock = ManualClock()
    private let service: MockAuthService
    private let manager: AuthManager
    private let state: AppState

    init() async throws {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: MockSessionStore(), clock: clock.clock)
        state = AppState(auth: manager, profiles: ScriptedProfiles())
        try await manager.signIn(with: Self.credential)
    }

    /// Adds a phone to the account as its only factor.
    private func addPhone() async throws {
        let phone = NewSecondFactor.phone("+33612345678")
        _ = try await manager.startSecondFactorEnrollment(phone)
        _ = try await manager.finishSecondFactorEnrollment(phone, code: Secret(Self.textCode))
    }

    /// Requests the account's deletion; the server responds with the given error.
    private func askToDelete(_ code: AuthError.Code = .reauthenticationRequired) async {
        service.fail(.delete, with: AuthError(code, "a test's"))
        await state.deleteAccount()
        service.fail(.delete, with: nil)
    }

    private func type(_ code: String, as method: SecondFactorForm.Method? = nil) throws {
        var form = try #require(state.confirmation)
        if let method {
            form.method = method
            state.updateSecondFactor(form)
        }
        form.code = code
        state.updateSecondFactor(form)
    }

    @Test(arguments: [AuthError.Code.reauthenticationRequired, .secondFactorRequired])
    func `a user whose only factor is a phone confirms the deletion with a code by SMS`(code: AuthError.Code)
        async throws
    {
        try await addPhone()
        await askToDelete(code)
        let form = try #require(state.confirmation)
        #expect(form.ticket == nil && form.phone != nil && form.choices.count == 1)
        #expect(state.problem == nil && state.currentUser != nil && !state.isBusy)
        let before = service.smsRecipients
        await state.sendSecondFactorCode(language: "fr")
        #expect(service.smsRecipients.count == before.count + 1 && state.confirmation?.smsFactorID == form.phone?.id)
        try type(Self.textCode)
        await state.submitSecondFactor()
        #expect(state.currentUser == nil && state.confirmation == nil && state.problem == nil)
    }

    @Test func `a recovery code confirms a deletion`() async throws {
        try await addPhone()
        let codes = try await manager.generateRecoveryCodes()
        await askToDelete()
        #expect(state.confirmation?.choices.last == .recoveryCode)
        try type(codes[0].exposed, as: .recoveryCode)
        await state.submitSecondFactor()
        #expect(state.currentUser == nil)
    }

    @Test func `a deletion with a credential opens the form if the account has a second factor`() async throws {
        try await addPhone()
        await state.deleteAccount(confirmedBy: Self.credential)
        #expect(state.confirmation != nil && state.currentUser != nil)
    }

    @Test func `without a second factor, a deletion asks for reauthentication`() async {
        await askToDelete()
        #expect(state.confirmation == nil && state.problem?.code == .reauthenticationRequired)
    }

    @Test func `a wrong code is reported, and the form stays until it is cancelled`() async throws {
        try await addPhone()
        await askToDelete()
        try type("000000")
        await state.submitSecondFactor()
        #expect(state.confirmation != nil && state.problem?.code == .invalidCredentials)
        state.cancelSecondFactor()
        #expect(state.confirmation == nil && state.problem == nil && state.currentUser != nil)
    }

    @Test func `a sign-in method is unlinked after reauthentication, and nothing is deleted`()
        async throws
    {
        try await manager.upgrade(with: .apple(idToken: Secret("person 1 at Apple"), nonce: Nonce(Secret("n"))))
        service.fail(.unlink, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.unlink(.google)
        #expect(state.unconfirmed == .unlinking(.google) && state.problem?.code == .reauthenticationRequired)
        service.fail(.unlink, with: nil)
        // A dialog is dismissed before its action runs.
        let act = try #require(state.unconfirmed)
        state.dismissProblem()
        #expect(state.unconfirmed == nil)
        await state.confirm(act, by: Self.credential)
        #expect(state.currentUser?.providers == ["apple"] && state.problem == nil && service.count(of: .delete) == 0)
    }

    @Test func `a second factor confirms only the pending action`() async throws {
        try await manager.upgrade(with: .apple(idToken: Secret("person 1 at Apple"), nonce: Nonce(Secret("n"))))
        try await addPhone()
        service.fail(.unlink, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.unlink(.google)
        service.fail(.unlink, with: nil)
        #expect(state.confirmation != nil && state.unconfirmed == .unlinking(.google) && state.problem == nil)
        await state.sendSecondFactorCode()
        try type("000000")
        await state.submitSecondFactor()
        #expect(state.problem?.code == .invalidCredentials && state.unconfirmed == .unlinking(.google))
        try type(Self.textCode)
        await state.submitSecondFactor()
        #expect(state.currentUser?.providers == ["apple"] && service.count(of: .delete) == 0)
        #expect(state.confirmation == nil && state.unconfirmed == nil && !state.isBusy)
    }

    @Test func `an accepted code closes the form, even if the action then fails`() async throws {
        try await addPhone()
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.link(using: AppleSheet(asked: Locked(0)))
        #expect(state.confirmation != nil && state.unconfirmed == .linking)
        service.fail(.link, with: AuthError(.credentialInUse, "a test's"))
        await state.sendSecondFactorCode()
        try type(Self.textCode)
        clock.advance(by: .seconds(3))
        await state.submitSecondFactor()
        #expect(state.confirmation == nil && state.unconfirmed == nil && state.problem?.code == .credentialInUse)
        #expect(state.accountChoice != nil)
    }

    @Test func `a link attempt during another one does not replace it`() async throws {
        let (first, second) = (Locked(0), Locked(0))
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        service.hold(.linkNonce)
        let linking = Task { await state.link(using: AppleSheet(asked: first)) }
        #expect(await eventually { state.isBusy })
        await state.link(using: AppleSheet(asked: second))
        service.release(.linkNonce)
        _ = await linking.value
        service.fail(.link, with: nil)
        clock.advance(by: .seconds(3))
        await state.confirm(.linking, by: Self.credential)
        #expect(first.withLock { $0 } == 2 && second.withLock { $0 } == 0)
    }

    @Test func `giving up discards the pending action and its form`() async throws {
        await askToDelete()
        #expect(state.unconfirmed == .deletion)
        state.giveUpUnconfirmed()
        #expect(state.unconfirmed == nil && state.problem == nil)
        try await addPhone()
        await askToDelete()
        state.giveUpUnconfirmed()
        #expect(state.unconfirmed == nil && state.confirmation == nil && state.currentUser != nil)
    }

    @Test func `a second-factor ticket is not a request to confirm a link`() {
        let challenge = AuthError.secondFactor()
        #expect(!AccountAct.linking.isUnproved(challenge))
        #expect(AccountAct.deletion.isUnproved(challenge) && AccountAct.unlinking(.apple).isUnproved(challenge))
        #expect(AccountAct.linking.isUnproved(AuthError(.secondFactorRequired, "")))
        #expect(!AccountAct.deletion.isUnproved(AuthError(.offline, "")))
    }

    @Test func `a link that requires confirmation starts again with the same sheet`() async throws {
        let asked = Locked(0)
        let sheet = AppleSheet(asked: asked)
        service.fail(.link, with: AuthError(.reauthenticationRequired, "a test's"))
        await state.link(using: sheet)
        #expect(state.unconfirmed == .linking && state.currentUser?.providers == ["google"])
        service.fail(.link, with: nil)
        clock.advance(by: .seconds(3))
        await state.confirm(.linking, by: Self.credential)
        #expect(state.currentUser?.providers == ["google", "apple"] && state.unconfirmed == nil)
        #expect(asked.withLock { $0 } == 2)
    }

    private struct AppleSheet: CredentialSource {
        let asked: Locked<Int>

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            asked.withLock { $0 += 1 }
            return .apple(idToken: Secret("person 1 at Apple"), nonce: try await request.nonce())
        }
    }

    @Test func `if the factors cannot be listed, a problem is shown instead of the form`() async throws {
        try await addPhone()
        service.fail(.secondFactors, with: .isOffline)
        await askToDelete(.secondFactorRequired)
        #expect(state.confirmation == nil && state.problem?.code == .offline)
        await askToDelete()
        #expect(state.confirmation == nil && state.problem?.code == .reauthenticationRequired)
    }
}

/// Tests of the confirmation form in the screen flow.
@Suite struct AppFlowConfirmationTests {
    private static func form(_ id: String = "p", recoveryCodes: Int = 0) throws -> SecondFactorForm {
        let phone = SecondFactorInfo(id: id, kind: .phone, phone: "+*********78")
        return try #require(
            SecondFactorForm(
                confirming: SecondFactorStatus(factors: [phone], offered: [], recoveryCodesLeft: recoveryCodes)))
    }

    private static func asked() throws -> AppFlow {
        AppFlow.signedIn(.first, .found(.finished))
            .then(.began(.deletion), .proofWanted(.deletion, try form(), number: 1))
    }

    @Test func `the form requires a factor, and offers recovery codes only if any are left`() throws {
        let none = SecondFactorStatus(factors: [], offered: [.authenticator], recoveryCodesLeft: 0)
        #expect(SecondFactorForm(confirming: none) == nil)
        #expect(try !Self.form().hasRecoveryCodes && Self.form(recoveryCodes: 1).hasRecoveryCodes)
        #expect(try Self.form().proof.ticket == nil)
    }

    @Test func `the form is shown beside the screen, and its activity has ended`() throws {
        let flow = try Self.asked()
        #expect(flow.screen == .ready(.first) && flow.activity == nil)
        #expect(try flow.confirmation == Self.form())
        #expect(flow.then(.ended(AuthError(.reauthenticationRequired, ""), number: 1)) == flow)
    }

    @Test func `a response for another activity, or without a user, shows no form`() throws {
        let form = try Self.form()
        let running = AppFlow.signedIn(.first, .found(.finished)).then(.began(.deletion))
        #expect(running.then(.proofWanted(.deletion, form, number: 2)) == running)
        let out = running.then(.session(.signedOut(.endedByOtherProcess)))
        #expect(out.then(.proofWanted(.deletion, form, number: 1)).confirmation == nil)
    }

    @Test func `another user, a sign-out or a changed account closes the form`() throws {
        let flow = try Self.asked()
        #expect(flow.then(.session(.signedIn(.second))).confirmation == nil)
        #expect(flow.then(.session(.signedOut(.endedByOtherProcess))).confirmation == nil)
        #expect(flow.then(.session(.signedIn(.first))).confirmation != nil)
        let changed = flow.then(.began(.deletion), .ended(AuthError(.invalidTransition, ""), number: 2))
        #expect(changed.confirmation == nil && changed.problem?.code == .invalidTransition)
    }

    @Test func `a sign-in's form replaces the confirmation, and input from another form is ignored`() throws {
        let flow = try Self.asked()
        let signIn = flow.then(.began(.signIn), .ended(.secondFactor(), number: 2))
        #expect(signIn.confirmation == nil)
        #expect(flow.then(.began(.signIn), .ended(.isMissing, number: 2)).confirmation == nil)
        var (typed, strange) = (try Self.form(), try Self.form("q"))
        (typed.code, strange.code) = ("1", "1")
        #expect(flow.then(.secondFactorFilled(typed)).confirmation?.code == "1")
        #expect(flow.then(.secondFactorFilled(strange)) == flow)
        #expect(signIn.then(.secondFactorFilled(typed)) == signIn)
    }

    @Test func `cancelling a confirmation leaves the screen unchanged`() throws {
        let flow = try Self.asked().then(.began(.secondFactorText), .secondFactorCancelled)
        #expect(flow.screen == .ready(.first) && flow.confirmation == nil && flow.activity == nil)
        #expect(flow.unconfirmed == nil)
    }

    @Test func `the pending action is the one that the form confirms, and ends with the form`() throws {
        let flow = try Self.asked()
        #expect(flow.unconfirmed == .deletion)
        #expect(flow.then(.began(.secondFactorText)).unconfirmed == .deletion)
        #expect(flow.then(.began(.deletion)).unconfirmed == .deletion)
        #expect(flow.then(.session(.signedIn(.second))).unconfirmed == nil)
        // The form is not shown for another action that waits for a confirmation.
        let other = flow.then(.began(.change), .proofWanted(.unlinking(.apple), nil, number: 2))
        #expect(other.unconfirmed == .unlinking(.apple) && other.confirmation == nil)
        #expect(other.then(.problemDismissed).unconfirmed == nil)
        #expect(other.then(.session(.signedOut(.endedByOtherProcess))).unconfirmed == nil)
        #expect(flow.then(.began(.deletion), .proved(number: 1)) == flow.then(.began(.deletion)))
        #expect(flow.then(.began(.deletion), .proved(number: 2)).confirmation == nil)
        #expect(other.then(.ended(nil, number: 2), .began(.upgrade)).unconfirmed == nil)
    }

    @Test func `a password can confirm only for a user with a password`() {
        var user = UserAuthInfo.mock(providers: ["google", "password"])
        user.email = "test.user.1@example.com"
        #expect(user.credential(confirmingBy: Secret("p"))?.email == user.email)
        #expect(UserAuthInfo.mock(providers: ["google"]).credential(confirmingBy: Secret("p")) == nil)
    }
}
