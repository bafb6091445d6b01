import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirebaseAuthServiceTests {
    let firebase = FirebaseDouble()
    let clock = ManualClock()

    var service: FirebaseAuthService {
        FirebaseAuthService(FirebaseDouble.project, transport: firebase, clock: clock.clock)
    }

    func body(_ index: Int) throws -> JSONObject? {
        try JSONValue(parsing: Array(firebase.requests[index].body.exposed.utf8)).object
    }

    func form(_ text: String?) -> [String: String] {
        Dictionary(
            (FormEncoding.decode(text ?? "") ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }
        )
    }

    @Test func `a Google ID token is sent with the raw nonce whose hash it carries`() async throws {
        let nonce = try await service.nonce()
        #expect(nonce.forGoogle == nonce.sha256Hex)
        let signIn = try await service.exchange(.google(1, nonce))
        let request = firebase.requests[0]
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://identitytoolkit.googleapis.com/v1/accounts:signInWithIdp")
        #expect(request.headers["X-Goog-Api-Key"] == Secret("key-1"))
        #expect(request.headers["X-Ios-Bundle-Identifier"] == Secret("com.example.couple"))
        let json = try body(0)
        #expect(json?["requestUri"] == "http://localhost" && json?["returnSecureToken"] == true)
        #expect(json?["idToken"] == nil)
        let post = form(json?["postBody"]?.string)
        #expect(post["providerId"] == "google.com" && post["nonce"] == nonce.value.exposed)
        #expect(signIn.isNewUser)
        #expect(signIn.session.expiresAt == clock.now + 3_600)
        #expect(
            signIn.user
                == UserAuthInfo(
                    uid: signIn.user.uid, email: "test.user.1@example.com",
                    creationDate: Date(timeIntervalSince1970: 1_700_000_000),
                    lastSignInDate: Date(timeIntervalSince1970: 1_800_000_000), providers: ["google"]))
        #expect(firebase.calls == ["signInWithIdp", "lookup"])
    }

    @Test func `a token from Google's own SDK without a nonce is sent without one`() async throws {
        _ = try await service.exchange(.google(idToken: .token(["sub": "google-1"]), nonce: nil))
        #expect(form(try body(0)?["postBody"]?.string).keys.sorted() == ["id_token", "providerId"])
    }

    @Test func `Apple's token is sent with the raw nonce and the name from the sheet`() async throws {
        let nonce = try await service.nonce()
        let name = PersonName(givenName: "Test", familyName: "User 1")
        let signIn = try await service.exchange(.apple(1, nonce, name: name))
        let post = form(try body(0)?["postBody"]?.string)
        #expect(post["providerId"] == "apple.com" && post["nonce"] == nonce.value.exposed)
        #expect(post["user"] == #"{"name":{"firstName":"Test","lastName":"User 1"}}"#)
        #expect(signIn.user.providers == ["apple"] && !signIn.user.isAnonymous)
    }

    @Test func `Google's nonce is hashed for Firebase, and sent as issued to another server`()
        async throws
    {
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        let project = FirebaseProject(id: "couple", apiKey: "k", host: .server(url))
        let nonce = try await FirebaseAuthService(project, transport: firebase).nonce()
        #expect(nonce.forGoogle == nonce.value.exposed)
        let hashed = try await FirebaseAuthService(FirebaseProject(id: "couple", apiKey: "k")).nonce()
        #expect(hashed.forGoogle == hashed.sha256Hex)
    }

    @Test func `a failed lookup does not fail a sign-in, unless the user is disabled`() async throws {
        firebase.answer("lookup", 503)
        let signIn = try await service.exchange(.google(1, try await service.nonce()))
        #expect(signIn.user.email == "test.user.1@example.com" && signIn.user.providers == ["google"])
        firebase.answer("lookup", 502)
        #expect(try await service.exchange(.anonymous).user.isAnonymous)
        firebase.refuse("lookup", "USER_DISABLED")
        await expectError(.userDisabled) { _ = try await service.exchange(.google(1, try await service.nonce())) }
    }

    @Test func `a refresh posts a form to securetoken.googleapis.com and continues the same session`() async throws {
        let session = try await service.exchange(.anonymous).session
        clock.advance(by: .seconds(10))
        let fresh = try await service.refresh(session)
        let request = try #require(firebase.requests.last)
        #expect(request.url.absoluteString == "https://securetoken.googleapis.com/v1/token")
        #expect(request.headers["Content-Type"] == Secret("application/x-www-form-urlencoded"))
        #expect(form(request.body.exposed)["refresh_token"] == session.refreshToken.exposed)
        #expect(fresh.id == session.id && fresh.user == session.user)
        #expect(fresh.receivedAt == clock.now && fresh.expiresAt == clock.now + 3_600)
    }

    @Test func `a refresh that returns another account's tokens is rejected`() async throws {
        var session = try await service.exchange(.anonymous).session
        session.user.uid = "uid-other"
        await expectError(.providerUnavailable) { _ = try await service.refresh(session) }
    }

    @Test func `a refresh token of Firebase's own SDK is imported as a session`() async throws {
        let before = try await service.exchange(.google(1, try await service.nonce())).session
        let adopted = try await service.importSession(refreshToken: before.refreshToken)
        #expect(adopted.user == before.user)
        #expect(adopted.id != before.id)
        #expect(try await service.refresh(adopted).user == before.user)
        await expectError(.notAuthenticated) { _ = try await service.importSession(refreshToken: Secret("none")) }
    }

    @Test func `reauthentication creates no account and preserves the session's id`() async throws {
        let session = try await service.exchange(.google(1, try await service.nonce())).session
        let confirmed = try await service.reauthenticate(session, with: .google(1, try await service.nonce()))
        #expect(confirmed.id == session.id && confirmed.refreshToken != session.refreshToken)
        await expectError(.reauthenticationRequired) {
            _ = try await service.reauthenticate(session, with: .google(2, try await service.nonce()))
        }
        #expect(try body(3)?["autoCreate"] == false)
        #expect(try await service.exchange(.google(2, try await service.nonce())).isNewUser)
        await expectError(.invalidRequest) { _ = try await service.reauthenticate(session, with: .anonymous) }
    }

    @Test func `a credential with a role is rejected before any request`() async throws {
        let credential = AuthCredential.google(idToken: .token(["sub": "1"]), nonce: nil, role: "ACTEUR")
        await expectError(.invalidRequest) { _ = try await service.exchange(credential) }
        #expect(firebase.requests.isEmpty)
    }

    @Test func `an email address with another sign-in method throws providerRequired, naming that method`() async throws
    {
        firebase.answer(
            "signInWithIdp", 200, #"{"needConfirmation":true,"verifiedProvider":["apple.com"],"localId":"uid-1"}"#)
        let error = await expectError(.providerRequired) {
            _ = try await service.exchange(.google(1, try await service.nonce()))
        }
        #expect(error?.reason.contains("apple") == true)
    }

    @Test func `a sign-out sends no request to Firebase`() async throws {
        let session = try await service.exchange(.anonymous).session
        let count = firebase.requests.count
        try await service.revoke(Revocation(session))
        #expect(firebase.requests.count == count)
    }

    @Test func `an export contains the account without the password hash`() async throws {
        let session = try await service.exchange(.google(1, try await service.nonce())).session
        let document = try JSONValue(parsing: try await service.export(session))
        #expect(document["account"]?["localId"]?.string == session.user.uid)
        #expect(document["account"]?["passwordHash"] == nil)
    }

    @Test func `a deletion leaves Apple's consent to the user, and an HTML response is an error`() async throws {
        let apple = try await service.exchange(.apple(1, try await service.nonce())).session
        firebase.answer("delete", 200, "<html>Welcome to the hotel</html>")
        await expectError(.providerUnavailable) { try await service.deleteAccount(apple) }
        firebase.refuse("delete", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        await expectError(.reauthenticationRequired) { try await service.deleteAccount(apple) }
        #expect(try await service.deleteAccount(apple).manualRevocation == [.apple])
        let google = try await service.exchange(.google(1, try await service.nonce())).session
        #expect(try await service.deleteAccount(google) == AccountDeletion())
    }

    @Test func `dumping a credential and a project shows neither the ID token nor the nonce`() async throws {
        let nonce = try await service.nonce()
        let proof = try #require(try IdpCredential(.google(1, nonce)))
        var dumped = ""
        dump(proof, to: &dumped)
        dump(FirebaseDouble.project, to: &dumped)
        #expect(!dumped.contains("e30.") && !dumped.contains(nonce.value.exposed))
    }
}
