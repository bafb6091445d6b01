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

    @Test func `each sheet gets the nonce's hash and its own state`() {
        let attempts = (1...2).map { _ in AppleSheetRequest(.nameAndEmail, nonce: nonce) }
        #expect(attempts[0].nonceHash == nonce.sha256Hex)
        #expect(attempts[0].state.utf8.count >= 43)
        #expect(attempts[0].state != attempts[1].state)
    }

    @Test func `a response becomes a credential with all its values`() throws {
        guard case .apple(let token, let used, let role, let code, let name) = try attempt().credential(from: answer())
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(token == Secret("t"))
        #expect(used == nonce)
        #expect(role == "ACTEUR")
        #expect(code == Secret("c"))
        #expect(name == PersonName(givenName: "Test", familyName: "User 1"))
    }

    @Test func `a response without a code and a name becomes a credential, too`() throws {
        let answer = answer(code: nil, givenName: " ", familyName: nil)
        guard case .apple(_, _, _, let code, let name) = try attempt().credential(from: answer)
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(code == nil)
        #expect(name == nil)
    }

    @Test func `an app that requests no scopes gets no name`() throws {
        guard case .apple(_, _, _, _, let name) = try attempt(.nothing).credential(from: answer())
        else { return #expect(Bool(false), "no credential of Apple's") }
        #expect(name == nil)
    }

    @Test(arguments: [nil, "", "t", "S"]) func `a response with a missing or different state is rejected`(
        _ state: String?
    ) async {
        await expectError(.invalidRequest) { _ = try attempt().credential(from: answer(state: state)) }
    }

    @Test func `a response without a valid token is rejected`() async {
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: answer(token: nil)) }
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: answer(token: "")) }
        var broken = answer()
        broken.identityToken = [0xFF]
        await expectError(.providerUnavailable) { _ = try attempt().credential(from: broken) }
    }

    @Test func `printing a response shows neither the name nor the token`() {
        var text = ""
        dump(answer(), to: &text)
        print(answer(), to: &text)
        #expect(!text.contains("User 1") && !text.contains("identityToken"))
    }

    @Test(arguments: [AppleScopes.nameAndEmail, .nothing])
    func `the simulated sheet receives the nonce's hash and returns only the requested name`(
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
    func `a sheet's error becomes the matching AuthError code`(_ error: SystemSheetError, _ code: AuthError.Code) {
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

    @Test func `revoking Apple's consent signs out a user without another sign-in method`() async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: .revoked)
        #expect(manager.auth == nil)
    }

    @Test(arguments: [["apple", "google"], ["google"], []])
    func `revoking Apple's consent signs out no user with other or no sign-in methods`(_ providers: [String]) async {
        let manager = await manager(providers)
        await manager.appleCredentialStateChanged(to: .revoked)
        #expect(manager.auth != nil)
    }

    @Test func `a revocation for another Apple user is ignored`() async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: .revoked, ofAppleUser: Secret("another"))
        #expect(manager.auth != nil)
    }

    @Test(arguments: [AppleCredentialState.authorized, .transferred, .notFound])
    func `Apple credential states other than revoked are ignored`(_ consent: AppleCredentialState) async {
        let manager = await manager(["apple"])
        await manager.appleCredentialStateChanged(to: consent)
        #expect(manager.auth != nil)
    }
}
