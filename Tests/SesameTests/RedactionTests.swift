import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct RedactionTests {
    static let secret = "s3cr3t-value"
    static let person = "person@example.com"

    private static var values: [(name: String, value: any Sendable)] {
        let token = Secret(secret)
        var session = Session.sample(1)
        session.accessToken = token
        session.refreshToken = token
        let code = AuthorizationCode(code: token, verifier: token, redirectURI: "r", clientID: "c")
        var error = AuthError(.accountNotFound, "no account", cause: AuthError(.offline, secret))
        error.conflict = AccountConflict(
            ticket: token, expiresIn: .seconds(1),
            account: UserAuthInfo(uid: "u", email: person))
        error.registration = RegistrationOffer(
            ticket: token, expiresIn: .seconds(1),
            prefill: .init(email: person, givenName: nil, familyName: nil))
        let factor = SecondFactorInfo(id: "i", kind: .phone, displayName: person, phone: person)
        let cache = MemoryCacheStorage()
        try? cache.write(Array(person.utf8), for: "u")
        let url = URL(fileURLWithPath: "/path")
        let name = PersonName(givenName: person, familyName: person)
        session.user.email = person
        session.user.displayName = person
        let result = GoogleSignInResult(
            idToken: token, nonce: Nonce(token), email: person, givenName: person, displayName: person)
        let attempt = WebSignInRequest(
            redirectURI: nil,
            page: AuthorizationCodePage(
                endpoint: url, clientID: "c", issuer: .stated([]), parameters: [("nonce", secret)],
                pkce: PKCE(verifier: token), state: secret))
        return [
            ("secret", token), ("nonce", Nonce(token)), ("session", session),
            ("sign-in", SignIn(session: session, isNewUser: true)), ("revocation", Revocation(session)),
            ("google", AuthCredential.google(idToken: token, nonce: Nonce(token))),
            (
                "apple",
                AuthCredential.apple(
                    idToken: token, nonce: Nonce(token), authorizationCode: token,
                    name: PersonName(givenName: person, familyName: person))
            ), ("name", PersonName(givenName: person)), ("code", code),
            ("code credential", AuthCredential.authorizationCode(code)), ("pair", PKCE(verifier: token)),
            ("password", AuthCredential.password(PasswordCredential(email: person, password: token))),
            (
                "password's registration",
                AuthCredential.passwordRegistration(
                    PasswordRegistration(
                        PasswordCredential(email: person, password: token), profile: ["nom": .string(person)]))
            ), ("user", session.user), ("upgrade", Upgrade(outcome: .linked, session: session)),
            ("second factor", AuthCredential.secondFactor(SecondFactorProof(.code(token), ticket: token))),
            ("new second factor", NewSecondFactor.phone(person, name: person)),
            (
                "second step",
                SecondFactorForm(
                    SecondFactorChallenge(
                        ticket: token, expiresIn: .seconds(1),
                        factors: [SecondFactorInfo(id: "i", kind: .phone, displayName: person, phone: person)],
                        hasRecoveryCodes: false))
            ), ("first name", FirstSignInName(appleUser: secret, name: name)),
            (
                "registration",
                AuthCredential.registration(
                    Registration(ticket: token, profile: ["nom": .string(person)]))
            ), ("result", result), ("result's credential", result.credential), ("attempt", attempt),
            ("answer", WebSignInResult(redirectURI: "r", fields: [("code", secret)])),
            ("client", GoogleWebSignIn.Client.desktop(id: "c", secret: token)),
            (
                "event",
                AuthEvent(
                    .signInFailed, code: AuthError.Code(rawValue: secret), reason: .ended(.init(rawValue: person)))
            ),
            ("store", MemorySessionStore(session)), ("cache", UserCache<String>(storage: cache)),
            ("flow", AppFlow.after(.session(.signedOut(.noSession)), .began(.signIn), .ended(error, number: 1))),
            ("event of the app", AppEvent.ended(error, number: 1)),
            ("user of the app", AppFlow.after(.session(.signedIn(session.user)))),
            (
                "configuration",
                AuthConfiguration(
                    service: PreviewAuthService(),
                    storage: .memory.keepingSession(in: MemorySessionStore(session)))
            ),
            ("error", error), ("recovery", error.recovery),
            ("conflict", AccountConflict(ticket: token, expiresIn: .seconds(1), account: session.user)),
            ("preview", AccountConflict.Preview(user: session.user, overridden: [person])),
            ("offer", RegistrationOffer(ticket: token, expiresIn: .seconds(1), prefill: .init(email: person))),
            ("prefill", RegistrationOffer.Prefill(email: person)),
            (
                "challenge",
                SecondFactorChallenge(ticket: token, expiresIn: .seconds(1), factors: [factor], hasRecoveryCodes: true)
            ), ("factor", factor),
            ("status", SecondFactorStatus(factors: [factor], offered: [.phone], recoveryCodesLeft: 1)),
            (
                "setup",
                SecondFactorSetup(
                    expiresIn: .seconds(1), secret: token, address: Secret("otpauth://totp/a?secret=\(secret)"))
            ), ("claims", ProviderClaims(provider: "google", email: person)),
            ("request", TransportRequest(method: "POST", url: url, headers: ["Authorization": token], body: token)),
            ("response", TransportResponse(status: 200, headers: ["x": secret], body: Array(secret.utf8))),
        ]
    }

    @Test(arguments: values.map(\.name))
    func `no printed form shows a secret or personal data`(name: String) throws {
        let value = try #require(Self.values.first { $0.name == name }?.value)
        var dumped = ""
        dump(value, to: &dumped)
        var printed = ""
        print(value, [value], Optional(value) as Any, separator: " ", to: &printed)
        let mirrored = Mirror(reflecting: value).children.map { "\($0.label ?? "") \($0.value)" }.joined()
        for text in [dumped, printed, mirrored, "\(value)", String(reflecting: value), String(describing: value)] {
            #expect(!text.contains(Self.secret))
            #expect(!text.contains(Self.person))
            #expect(!text.contains("115, 51, 99"))
        }
    }

    @Test func `a printed session or user shows only the user ID`() {
        #expect("\(Session.sample(1))" == "Session(uid-1)")
        #expect("\(UserAuthInfo.first)" == "UserAuthInfo(uid-1)")
        #expect(
            "\(SignIn(session: .sample(1), isNewUser: false))" == "SignIn(session: Session(uid-1), isNewUser: false)")
    }
}
