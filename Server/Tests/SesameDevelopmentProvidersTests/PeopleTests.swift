import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import Testing

@Suite struct `Development users` {
    let rig = Rig()

    private func claims(_ provider: ProviderKind, _ person: JSONObject) async throws -> JSONObject {
        var body = person
        body["app"] = "castmate"
        return try await rig.mint(provider, .object(body)).claims
    }

    @Test func `a token request without a user is for Test User 1`() async throws {
        #expect(try await claims(.google, [:])["sub"] == (try await claims(.google, ["user": 1]))["sub"])
    }

    @Test func `fixed subjects never change`() throws {
        // Changing these values orphans the accounts in existing development data.
        let google = try rig.providers.google.testUser(1, for: Rig.castmate)
        let apple = try rig.providers.apple.testUser(1, for: Rig.castmate)
        #expect(google.subject == "108177591513767000001")
        let otherTeam = try rig.providers.apple.testUser(1, for: Rig.couple)
        #expect(otherTeam.subject == "000001.c63f44416a7d91aa2ea7a2a262b5a22e.6211")
        #expect(apple.subject == "000001.18c93c25a0f8826be2a78e1ef444513f.1329")
    }

    @Test(arguments: ProviderKind.allCases)
    func `a Test User is found by subject and by email address`(_ provider: ProviderKind) async throws {
        let known = try await claims(provider, ["user": 7])
        let bySubject = try await claims(provider, ["sub": try #require(known["sub"])])
        let byEmail = try await claims(provider, ["email": try #require(known["email"])])
        #expect(bySubject["email"] == known["email"])
        #expect(byEmail["sub"] == known["sub"])
    }

    @Test(arguments: ProviderKind.allCases)
    func `a new email address is a new user, found again by either value`(_ provider: ProviderKind) async throws {
        let first = try await claims(provider, ["email": "someone@example.com"])
        #expect(first["sub"] != (try await claims(provider, [:]))["sub"])
        #expect(try await claims(provider, ["email": "Someone@example.com"])["sub"] == first["sub"])
        let subject = try #require(first["sub"])
        #expect(try await claims(provider, ["sub": subject])["email"] == "someone@example.com")
        // The subject is derived from the address, so it is the same after a restart.
        let other = try await Rig().mint(provider, ["app": "castmate", "email": "someone@example.com"])
        #expect(other.claims["sub"] == subject)
    }

    @Test func `a new subject is used as given and gets its own email address`() async throws {
        let first = try await claims(.google, ["sub": "42"])
        #expect(first["sub"] == "42")
        let email = try #require(first["email"])
        #expect(try await claims(.google, ["email": email])["sub"] == "42")
    }

    @Test func `two subjects may have the same email address`() async throws {
        let email: JSONValue = "shared@example.com"
        #expect(try await claims(.google, ["sub": "1", "email": email])["email"] == email)
        #expect(try await claims(.google, ["sub": "2", "email": email])["email"] == email)
        #expect(try await claims(.google, ["sub": "2"])["email"] == email)
        #expect(try await claims(.google, ["email": email])["sub"] == "1")
    }

    @Test func `a reset forgets users made by requests`() async throws {
        _ = try await claims(.google, ["sub": "42", "email": "someone@example.com"])
        rig.providers.reset()
        #expect(try await claims(.google, ["email": "someone@example.com"])["sub"] != "42")
    }

    @Test(arguments: [0, -1, 1_000_000])
    func `an invalid Test User number is rejected`(_ number: Int) async throws {
        let message = try await rig.refusal(
            .POST, "/__dev/google/token", ["app": "castmate", "user": .integer(number)])
        #expect(message.contains("999999"))
    }
}
