import SesameCore
import SesameWire
import Testing

@Suite struct AppleSignInTests {
    private let bare: JSONObject = ["idToken": "t", "nonce": "n"]

    private func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var json = bare
        json[name] = value
        return json
    }

    @Test func `a request is read as it was written`() throws {
        let full = AppleSignInRequest(
            credential: SignInRequest(idToken: Secret("t"), nonce: Secret("n"), role: "r"),
            authorizationCode: Secret("c"), name: PersonName(givenName: "Test", familyName: "User 1"))
        let read = try AppleSignInRequest(json: full.json)
        #expect(read.authorizationCode == full.authorizationCode && read.name == full.name)
        #expect(read.credential.json == full.credential.json)
        let least = try AppleSignInRequest(json: bare)
        #expect(least.authorizationCode == nil && least.name == nil && least.json == bare)
    }

    @Test func `a null member reads as absent`() throws {
        for name in ["authorizationCode", "givenName", "familyName"] {
            #expect(try AppleSignInRequest(json: with(name, .null)).json == bare)
        }
    }

    @Test func `an empty or overlong authorization code is rejected`() throws {
        let greatest = String(repeating: "c", count: AppleSignInRequest.maxCodeLength)
        for (code, isTaken) in [("", false), ("c", true), (greatest, true), (greatest + "c", false)] {
            let json = with("authorizationCode", .string(code))
            let error = isTaken ? nil : BodyError("authorizationCode", .invalid)
            for read in [{ _ = try AppleSignInRequest(json: json) }, { _ = try confirmation(json) }]
                as [() throws -> Void]
            {
                if let error {
                    #expect(throws: error, performing: read)
                } else {
                    try read()
                }
            }
        }
    }

    private func confirmation(_ json: JSONObject) throws -> ReauthenticateRequest {
        var json = json
        json["provider"] = "apple"
        return try ReauthenticateRequest(json: json)
    }

    @Test(arguments: ["authorizationCode", "givenName", "familyName"])
    func `a member that is not a string is rejected`(name: String) {
        for value in [JSONValue.integer(5), ["a"], [:], true] {
            #expect(throws: BodyError(name, .wrongType)) { try AppleSignInRequest(json: with(name, value)) }
        }
    }
}
