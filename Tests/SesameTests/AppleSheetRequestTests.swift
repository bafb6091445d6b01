import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct AppleSheetRequestTests {
    let nonce = Nonce(Secret("n-1"))

    func answer(
        token: String? = "t", code: String? = "c", state: String? = "s", givenName: String? = "Test",
        familyName: String? = "User 1"
    ) -> AppleIDCredential {
        AppleIDCredential(
            identityToken: token.map { Array($0.utf8) }, authorizationCode: code.map { Array($0.utf8) }, state: state,
            givenName: givenName, familyName: familyName)
    }

    func attempt(_ scopes: AppleScopes = .nameAndEmail) -> AppleSheetRequest {
        AppleSheetRequest(scopes, nonce: nonce, role: "ACTEUR", state: "s")
    }

    @Test func `the sheet gets the nonce's hash and a state of its own`() {
        let attempts = (1...2).map { _ in AppleSheetRequest(.nameAndEmail, nonce: nonce) }
        #expect(attempts[0].nonceHash == nonce.sha256Hex)
        #expect(attempts[0].state.utf8.count >= 43)
        #expect(attempts[0].state != attempts[1].state)
    }

    @Test func `an answer becomes a credential with all that it brings`() throws {
        guard case .apple(let token, let used, let role, let code, let name) = try attempt().credential(from: answer())
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(token == Secret("t"))
        #expect(used == nonce)
        #expect(role == "ACTEUR")
        #expect(code == Secret("c"))
        #expect(name == PersonName(givenName: "Test", familyName: "User 1"))
    }

    @Test func `without a code and a name it is a credential, too`() throws {
        let answer = answer(code: nil, givenName: " ", familyName: nil)
        guard case .apple(_, _, _, let code, let name) = try attempt().credential(from: answer)
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(code == nil)
        #expect(name == nil)
    }

    @Test func `an app that asks for nothing gets no name`() throws {
        guard case .apple(_, _, _, _, let name) = try attempt(.nothing).credential(from: answer())
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(name == nil)
    }

    @Test(arguments: [nil, "", "t", "S"]) func `another attempt's answer is refused`(_ state: String?) async {
        await expectError(.invalidRequest) { _ = try attempt().credential(from: answer(state: state)) }
    }

    @Test func `an answer without a token is refused`() async {
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: answer(token: nil)) }
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: answer(token: "")) }
        var broken = answer()
        broken.identityToken = [0xFF]
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: broken) }
    }

    @Test func `nothing of an answer is printed`() {
        var text = ""
        dump(answer(), to: &text)
        print(answer(), to: &text)
        #expect(!text.contains("User 1") && !text.contains("identityToken"))
    }

    @Test(arguments: [AppleScopes.nameAndEmail, .nothing])
    func `the sheet of tests is told what the token's nonce is to be, and gives what was asked for`(
        scopes: AppleScopes
    ) async throws {
        let name = PersonName(givenName: "Test", familyName: "User 1")
        let sheet = SimulatedAppleSheet(asking: scopes, role: "ACTEUR") { hash in
            .init(idToken: Secret(hash), authorizationCode: Secret("c"), name: name)
        }
        let request = CredentialRequest(role: "PRO") { [nonce] () async throws(AuthError) in nonce }
        guard case .apple(let token, let used, let role, let code, let given) = try await sheet.credential(for: request)
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(token == Secret(nonce.sha256Hex) && used == nonce && role == "PRO" && code == Secret("c"))
        #expect(given == (scopes == .nothing ? nil : name))
        let empty = SimulatedAppleSheet { _ in .init(idToken: nil) }
        await expectError(.providerUnavailable) { _ = try await empty.credential(for: request) }
    }

    @Test(arguments: [
        (SystemSheetError.apple(1_001), AuthError.Code.cancelled), (.web(1), .cancelled),
        (.apple(1_000), .providerUnavailable), (.apple(1_002), .providerUnavailable),
        (.apple(1_005), .providerUnavailable), (.web(2), .internal), (.web(3), .internal),
        (.web(9), .providerUnavailable), (.notShown, .internal),
    ])
    func `a sheet's error is the app's`(_ error: SystemSheetError, _ code: AuthError.Code) {
        #expect(error.authError.code == code)
    }
}

@Suite struct AppleCredentialStateTests {
    func manager(_ providers: [String]) async -> AuthManager {
        var user = UserAuthInfo.first
        user.providers = providers
        let clock = ManualClock()
        let manager = AuthManager(
            service: MockAuthService(clock: clock.clock, users: [.first]),
            store: MemorySessionStore(.sample(1, user: user)))
        await manager.restore()
        return manager
    }

    @Test func `who has withdrawn the only consent is signed out`() async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: .revoked)
        #expect(manager.auth == nil)
    }

    @Test(arguments: [["apple", "google"], ["google"], []])
    func `who signs in by something else stays`(_ providers: [String]) async {
        let manager = await manager(providers)
        await manager.appleCredentialStateChanged(to: .revoked)
        #expect(manager.auth != nil)
    }

    @Test func `what Apple says of one person signs nobody else out`() async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: .revoked, ofAppleUser: Secret("another"))
        #expect(manager.auth != nil)
    }

    @Test(arguments: [AppleCredentialState.authorized, .transferred, .notFound])
    func `nothing follows from what is no withdrawal`(_ consent: AppleCredentialState) async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: consent)
        #expect(manager.auth != nil)
    }
}
