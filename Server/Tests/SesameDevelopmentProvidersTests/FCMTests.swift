import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameTokens
import SesameWire
import Testing
import _CryptoExtras

@testable import SesameDevelopmentProviders

@Suite("The development FCM")
struct FCMTests {
    private let rig = Rig()
    private let path = "/fcm/v1/projects/castmate/messages:send"

    /// Returns the response to a token request signed with a service account's key.
    private func token(
        _ changes: JSONObject = [:], keyID: String? = nil, app: String = "castmate"
    ) async throws -> HTTPResponse {
        let account = try await rig.providers.fcm.serviceAccount(of: app, baseURL: "http://localhost:8081")
        let key = try _RSA.Signing.PrivateKey(
            pemRepresentation: try #require(account["private_key"]?.string))
        var claims: JSONObject = [
            "iss": account["client_email"] ?? .null, "aud": "https://oauth2.googleapis.com/token",
            "scope": "https://www.googleapis.com/auth/firebase.messaging", "iat": .integer(rig.now),
            "exp": .integer(rig.now + 3_600),
        ]
        for member in changes.members { claims[member.name] = member.value }
        let given = try keyID ?? #require(account["private_key_id"]?.string)
        let assertion = try CompactJWS.sign(
            header: ["alg": "RS256", "kid": .string(given)], payload: claims.serialized()
        ) { input in
            Array(try key.signature(for: Data(input), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
        let request = try HTTPRequest(
            method: .POST, target: "/fcm/token",
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Host": "localhost:8081"],
            body: Array(form.utf8), peer: .loopback)
        return await rig.router.answer(request)
    }

    private func accessToken() async throws -> String {
        let answer = try await token()
        try #require(answer.status == .ok)
        return try #require(try JSONValue(parsing: answer.body)["access_token"]?.string)
    }

    private func send(_ message: JSONObject, token: String, path: String? = nil) async throws -> HTTPResponse {
        try await rig.answer(
            .POST, path ?? self.path, ["message": .object(message)], headers: ["Authorization": "Bearer \(token)"])
    }

    private func errorCode(_ response: HTTPResponse) throws -> String? {
        try JSONValue(parsing: response.body)["error"]?["details"]?.array?.first?["errorCode"]?.string
    }

    @Test(
        arguments: [
            ["aud": "https://localhost/fcm/token"], ["iss": "somebody@example.com"], ["exp": .integer(1_800_000_000)],
            ["exp": .integer(1_800_007_200)], ["iat": .integer(1_800_003_600)], ["scope": "email"], ["scope": nil],
        ] as [JSONObject])
    func `an assertion that Google would reject is rejected`(change: JSONObject) async throws {
        #expect(try await token(change).status == .badRequest)
    }

    @Test func `an assertion with an unknown key id is rejected`() async throws {
        #expect(try await token(keyID: "other").status == .badRequest)
    }

    @Test func `an accepted message is in the inbox`() async throws {
        let token = try await accessToken()
        for (name, value): (String, JSONValue) in [("token", "t"), ("fid", "f"), ("topic", "news")] {
            let answer = try await send([name: value, "data": ["k": "v"]], token: token)
            #expect(answer.status == .ok)
            #expect(
                try JSONValue(parsing: answer.body)["name"]?.string?.hasPrefix("projects/castmate/messages/") == true)
        }
        let inbox = try #require(try await rig.json(.GET, "/__dev/fcm/messages")["messages"]?.array)
        #expect(inbox.compactMap { $0["receivers"]?.array } == [["t"], ["f"], []])
        #expect(try await rig.json(.DELETE, "/__dev/fcm/messages")["messages"] == [])
    }

    @Test func `an access token is valid for its own project and for an hour`() async throws {
        let token = try await accessToken()
        let other = "/fcm/v1/projects/couple/messages:send"
        #expect(try await send(["token": "t"], token: token, path: other).status == .unauthorized)
        #expect(try await send(["token": "t"], token: "ya29.other").status == .unauthorized)
        try rig.providers.clock.advance(by: 3_600)
        #expect(try await send(["token": "t"], token: token).status == .unauthorized)
        #expect(rig.providers.fcm.messages.isEmpty)
    }

    @Test(
        arguments: [
            [:], ["token": "t", "topic": "news"], ["token": ""], ["topic": "a b"], ["token": "t", "titel": "x"],
            ["token": "t", "data": ["k": 1]], ["token": "t", "data": ["from": "x"]],
            ["token": "t", "data": ["k": .string(String(repeating: "x", count: 5_000))]],
        ] as [JSONObject])
    func `a message that FCM would not accept is rejected`(message: JSONObject) async throws {
        let answer = try await send(message, token: try await accessToken())
        #expect(answer.status == .badRequest)
        #expect(try errorCode(answer) == "INVALID_ARGUMENT")
        #expect(rig.providers.fcm.messages.isEmpty)
    }

    @Test func `a fault applies as many times as requested, and only to its receiver`() async throws {
        let token = try await accessToken()
        _ = try await rig.json(
            .POST, "/__dev/fcm/faults", ["error": "QUOTA_EXCEEDED", "receiver": "t", "retryAfter": 7, "times": 2])
        #expect(try await send(["token": "other"], token: token).status == .ok)
        for _ in 1...2 {
            let answer = try await send(["token": "t"], token: token)
            #expect(answer.status == .tooManyRequests && answer.headers["Retry-After"] == ["7"])
            #expect(try errorCode(answer) == "QUOTA_EXCEEDED")
        }
        #expect(try await send(["token": "t"], token: token).status == .ok)
        #expect(try await rig.refusal(.POST, "/__dev/fcm/faults", ["error": "NONE"]).contains("UNREGISTERED"))
    }

    @Test func `a topic message reaches the topic's subscribers`() async throws {
        let token = try await accessToken()
        let bearer: HTTPHeaders = ["Authorization": "Bearer \(token)"]
        let place = "/fcm/v1/projects/castmate/registrations/c%3Aone/topicSubscriptions"
        for status in [HTTPResponseStatus.ok, .conflict] {
            let answer = try await rig.answer(.POST, "\(place)?topic_name=news", [:], headers: bearer)
            #expect(answer.status == status)
        }
        var legacy = bearer
        legacy.add(name: "access_token_auth", value: "true")
        let added = try await rig.answer(
            .POST, "/fcm/iid/v1:batchAdd", ["to": "/topics/news", "registration_tokens": ["two", ""]], headers: legacy)
        #expect(try JSONValue(parsing: added.body) == ["results": [[:], ["error": "INVALID_ARGUMENT"]]])
        _ = try await send(["topic": "news"], token: token)
        #expect(rig.providers.fcm.messages.map(\.receivers) == [["c:one", "two"]])
        #expect(try await rig.answer(.DELETE, "\(place)/news?allow_missing=true", headers: bearer).status == .ok)
        #expect(try await rig.answer(.DELETE, "\(place)/news?allow_missing=true", headers: bearer).status == .ok)
        #expect(try await rig.answer(.DELETE, "\(place)/news", headers: bearer).status == .notFound)
        _ = try await send(["topic": "news"], token: token)
        #expect(rig.providers.fcm.messages.last?.receivers == ["two"])
    }

    @Test func `a dry run sends nothing, and a reset removes messages and access tokens`() async throws {
        let token = try await accessToken()
        let dry = try await rig.answer(
            .POST, path, ["validate_only": true, "message": ["token": "t"]],
            headers: ["Authorization": "Bearer \(token)"])
        #expect(dry.status == .ok && rig.providers.fcm.messages.isEmpty)
        _ = try await send(["token": "t"], token: token)
        rig.providers.reset()
        #expect(rig.providers.fcm.messages.isEmpty)
        #expect(try await send(["token": "t"], token: token).status == .unauthorized)
    }
}
