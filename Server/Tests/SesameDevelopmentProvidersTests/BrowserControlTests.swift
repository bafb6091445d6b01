import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameWire
import Testing

@Suite struct `Control of the browser flow` {
    let rig = Rig()

    private func autoApprove(_ body: JSONValue) async throws -> JSONObject {
        try await rig.json(.POST, "/__dev/auto-approve", body)
    }

    @Test func `automatic approval consents without a page until it is removed`() async throws {
        #expect(try await autoApprove(["user": 3]) == ["google": ["user": 3], "apple": ["user": 3]])
        let code = try #require(try Callback(try await rig.open(.google, ["prompt": "none"])).parameters["code"])
        let tokens = try await rig.tokens(.google, ["code": code])
        #expect(try Parts(try #require(tokens["id_token"]?.string)).claims["email"] == "test.user.3@example.org")
        #expect(try Callback(try await rig.open(.apple)).parameters["user"]?.contains("User 3") == true)
        #expect(try await autoApprove(["user": nil]) == ["google": nil, "apple": nil])
        #expect(try await rig.open(.google).headers.contains(name: "Location") == false)
    }

    @Test func `automatic cancelling may apply to one provider only`() async throws {
        #expect(
            try await autoApprove(["provider": "apple", "deny": true]) == ["google": nil, "apple": ["deny": true]])
        #expect(try Callback(try await rig.open(.apple)).parameters["error"] == "user_cancelled_authorize")
        #expect(String(decoding: try await rig.open(.google).body, as: UTF8.self).contains("Choose an account"))
        #expect(try await autoApprove(["deny": false]) == ["google": nil, "apple": nil])
    }

    @Test func `automatic approval may hide the email address`() async throws {
        _ = try await autoApprove(["provider": "apple", "user": 1, "hideEmail": true])
        #expect(try Callback(try await rig.open(.apple)).parameters["user"]?.contains("privaterelay") == true)
    }

    @Test(
        arguments: [
            [:], ["user": 0], ["user": "1"], ["user": 1, "deny": true], ["deny": true, "hideEmail": true],
            ["provider": "facebook", "user": 1], ["user": 1_000_000],
        ] as [JSONValue])
    func `an invalid request changes nothing`(_ body: JSONValue) async throws {
        rig.providers.google.autoApproval = .deny
        _ = try await rig.refusal(.POST, "/__dev/auto-approve", body)
        #expect(rig.providers.google.autoApproval == .deny)
        #expect(rig.providers.apple.autoApproval == nil)
    }

    @Test func `consents, codes and tokens are listed without their secrets`() async throws {
        let code = try await rig.code(.apple, ["user": "2"])
        let tokens = try await rig.tokens(.apple, ["code": code])
        let waiting = try await rig.code(.google, ["user": "1"], ["access_type": "offline"])
        let list = try await rig.json(.GET, "/__dev/consents")
        let sub = try rig.providers.apple.testUser(2, for: Rig.castmate).subject
        #expect(
            list["apple"]?["consents"] == [
                [
                    "app": "castmate", "sub": .string(sub), "since": "2027-01-15T08:00:00Z",
                    "scopes": ["email", "name"], "offline": false, "hidesEmail": true,
                ]
            ])
        #expect(
            list["apple"]?["codes"] == [
                [
                    "clientID": "com.example.castmate.web", "sub": .string(sub), "native": false, "used": true,
                    "expiresAt": "2027-01-15T08:05:00Z",
                ]
            ])
        #expect(Set(list["apple"]?["tokens"]?.array?.compactMap { $0["kind"]?.string } ?? []) == ["access", "refresh"])
        #expect(list["google"]?["codes"]?.array?.count == 1)
        #expect(list["google"]?["tokens"] == [])
        let text = String(decoding: JSONValue.object(list).serialized(), as: UTF8.self)
        let secrets =
            [code, waiting] + ["access_token", "refresh_token", "id_token"].compactMap { tokens[$0]?.string }
        #expect(secrets.count == 5)
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    @Test func `a reset removes consents, codes and automatic approvals`() async throws {
        let code = try await rig.code(.apple)
        rig.providers.apple.autoApproval = .approve(user: 1)
        rig.providers.reset()
        #expect(try await rig.refusal(.apple, ["code": code])[1] == "invalid_grant")
        #expect(rig.providers.apple.autoApproval == nil)
        #expect(try await rig.callback(.apple)["user"] != nil)
    }

    @Test(arguments: ProviderKind.allCases)
    func `down, status and malformed faults apply to the token endpoint`(_ provider: ProviderKind) async throws {
        let path = rig.providers[provider].tokenPath
        for (kind, status) in [("down", 503), ("status", 500)] {
            let fault: JSONValue = ["kind": .string(kind), "endpoint": "token", "times": 1]
            _ = try await rig.json(.POST, "/__dev/faults", fault)
            // Minting is no endpoint of the vendor, and uses up none of the planned faults.
            _ = try await rig.mint(provider, ["app": "castmate"])
            #expect(Int(try await rig.post(path, [:]).status.code) == status)
            #expect(try await rig.post(path, [:]).status == .badRequest)
        }
        _ = try await rig.json(.POST, "/__dev/faults", ["kind": "malformed", "endpoint": "token"])
        let body = try await rig.post(path, [:]).body
        #expect(throws: JSONError.self) { try JSONValue(parsing: body) }
    }

    @Test func `the authorization page and the revocation endpoint can fail`() async throws {
        for endpoint in ["authorize", "revoke"] {
            let fault: JSONValue = ["kind": "status", "status": 502, "endpoint": .string(endpoint), "times": 1]
            _ = try await rig.json(.POST, "/__dev/faults", fault)
        }
        #expect(try await rig.open(.google).status == .badGateway)
        #expect(try await rig.open(.google).status == .ok)
        #expect(try await rig.post("/apple/auth/revoke", [:]).status == .badGateway)
    }

    @Test func `a slow fault delays the token endpoint`() async throws {
        let (waits, continuation) = AsyncStream.makeStream(of: Duration.self)
        let rig = Rig { continuation.yield($0) }
        rig.providers.faults.add(Fault(endpoint: .token, effect: .slow(milliseconds: 70)))
        _ = try await rig.tokens(.google, ["code": try await rig.code(.google)])
        continuation.finish()
        #expect(await waits.reduce(into: []) { $0.append($1) } == [.milliseconds(70)])
    }

    @Test func `claim faults also apply to tokens of the browser flow`() async throws {
        rig.providers.faults.add(Fault(provider: .apple, endpoint: .token, effect: .stringBooleans))
        let tokens = try await rig.tokens(.apple, ["code": try await rig.code(.apple)])
        #expect(try Parts(try #require(tokens["id_token"]?.string)).claims["email_verified"] == "true")
    }

    @Test func `requests of the browser flow are logged without their parameters`() async throws {
        _ = try await rig.tokens(.google, ["code": try await rig.code(.google)])
        #expect(
            rig.providers.requests.latest.map { "\($0.method) \($0.path) \($0.status)" } == [
                "POST /google/o/oauth2/v2/auth 303", "POST /google/token 200",
            ])
    }
}
