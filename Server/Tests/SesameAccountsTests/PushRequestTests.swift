import SesameCore
import Testing

@testable import SesameAccounts

struct PushRequestTests {
    private static let app = AppID("prysm").map { App(id: $0) }

    private func problem(_ json: JSONValue, key: String? = nil) throws -> String? {
        let (object, app) = (try #require(json.object), try #require(Self.app))
        do throws(AccountError) {
            _ = try PushRequest(json: object, app: app, key: key)
            return nil
        } catch {
            #expect(error.code == .invalidRequest)
            return error.field
        }
    }

    @Test(
        arguments: [
            ["to": ["uid": "u"], "notification": ["title": "T", "body": "B", "image": "https://example.com/i.png"]],
            ["to": ["token": "t"], "data": ["k": "v", "empty": ""]],
            ["to": ["fid": "f"], "apns": ["payload": ["aps": ["content-available": 1]]]],
            ["to": ["topic": "a-Z_0.~%"], "notification": ["body": "B"], "data": nil, "ttl": 0],
            ["to": ["topic": "t"], "android": ["priority": "HIGH"], "ttl": 2_419_200],
        ] as [JSONValue])
    func `a push with one receiver and some content is accepted`(json: JSONValue) throws {
        #expect(try problem(json) == nil)
    }

    @Test(
        arguments: [
            ([:], "to"), (["to": [:], "data": ["k": "v"]], "to"), (["to": "u", "data": ["k": "v"]], "to"),
            (["to": ["uid": "u", "topic": "t"], "data": ["k": "v"]], "to"),
            (["to": ["uid": ""], "data": ["k": "v"]], "to"),
            (["to": ["user": "u"], "data": ["k": "v"]], "to"), (["to": ["topic": "a b"], "data": ["k": "v"]], "to"),
            (["to": ["topic": "/topics/a"], "data": ["k": "v"]], "to"),
            (["to": ["token": "a b"], "data": ["k": "v"]], "to"),
            (["to": ["fid": "a:b"], "data": ["k": "v"]], "to"), (["to": ["uid": 1], "data": ["k": "v"]], "to"),
            (["to": ["uid": "u"]], "notification"), (["to": ["uid": "u"], "data": [:]], "notification"),
            (["to": ["uid": "u"], "notification": [:]], "notification"),
            (["to": ["uid": "u"], "notification": ["titel": "T"]], "notification"),
            (["to": ["uid": "u"], "notification": ["title": ""]], "notification.title"),
            (["to": ["uid": "u"], "notification": ["title": 1]], "notification.title"),
            (
                ["to": ["uid": "u"], "notification": ["title": "T", "image": "http://example.com"]],
                "notification.image"
            ),
            (["to": ["uid": "u"], "data": ["k": 1]], "data"), (["to": ["uid": "u"], "data": ["from": "x"]], "data"),
            (["to": ["uid": "u"], "data": ["google.x": "x"]], "data"),
            (["to": ["uid": "u"], "data": ["gcm": "x"]], "data"),
            (["to": ["uid": "u"], "data": ["": "x"]], "data"), (["to": ["uid": "u"], "data": "x"], "data"),
            (["to": ["uid": "u"], "data": ["k": "v"], "ttl": -1], "ttl"),
            (["to": ["uid": "u"], "data": ["k": "v"], "ttl": 2_419_201], "ttl"),
            (["to": ["uid": "u"], "data": ["k": "v"], "ttl": "60"], "ttl"),
            (["to": ["uid": "u"], "data": ["k": "v"], "apns": "x"], "apns"),
            (["to": ["uid": "u"], "data": ["k": "v"], "priority": "high"], "priority"),
            (["to": ["uid": "u"], "data": ["k": .string(String(repeating: "x", count: 4_096))]], "data"),
            (["to": ["topic": "t"], "data": ["k": .string(String(repeating: "x", count: 2_048))]], "data"),
        ] as [(JSONValue, String)])
    func `an invalid push is rejected with the member at fault`(json: JSONValue, field: String) throws {
        #expect(try problem(json) == field)
    }

    @Test func `an idempotency key has 1 to 255 characters`() throws {
        let json: JSONValue = ["to": ["uid": "u"], "data": ["k": "v"]]
        #expect(try problem(json, key: String(repeating: "k", count: 255)) == nil)
        #expect(try problem(json, key: String(repeating: "k", count: 256)) == "Idempotency-Key")
        #expect(try problem(json, key: "") == "Idempotency-Key")
    }

    @Test func `a push to a user may be longer than a push to a topic`() throws {
        let data: JSONValue = ["k": .string(String(repeating: "x", count: 3_000))]
        #expect(try problem(["to": ["uid": "u"], "data": data]) == nil)
        #expect(try problem(["to": ["topic": "t"], "data": data]) == "data")
    }

    @Test func `a message stays unchanged after encoding and decoding`() throws {
        let json: JSONObject = [
            "notification": ["title": "T"], "data": ["k": "v"], "ttl": 5, "apns": ["headers": ["a": "b"]],
            "android": ["priority": "HIGH"],
        ]
        let message = try PushMessage(json: json)
        #expect(message.json == json)
        #expect(try PushMessage(json: message.json) == message)
    }
}
