import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameOperations

struct FCMSendResultTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func answer(
        _ status: Int, _ word: String? = nil, code: String? = nil, message: String = "", violation: Bool = false,
        retryAfter: String? = nil
    ) -> OutgoingResponse {
        var details: [JSONValue] = []
        if violation { details.append(["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": []]) }
        if let code {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code),
            ])
        }
        var error: JSONObject = ["code": .integer(status), "message": .string(message), "details": .array(details)]
        error["status"] = word.map(JSONValue.string)
        return OutgoingResponse(
            status: status, headers: retryAfter.map { [("retry-after", $0)] } ?? [],
            body: JSONValue.object(["error": .object(error)]).serialized())
    }

    private static let notAToken = "The registration token is not a valid FCM registration token"

    @Test(arguments: [
        (answer(404, "NOT_FOUND", code: "UNREGISTERED"), FCMSendResult.unregistered),
        (answer(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", message: notAToken), .invalidReceiver),
        (
            answer(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", message: notAToken, violation: true),
            .refused("INVALID_ARGUMENT")
        ),
        (answer(400, "INVALID_ARGUMENT", code: "INVALID_ARGUMENT", message: "Too big"), .refused("INVALID_ARGUMENT")),
        (answer(400, "INVALID_ARGUMENT", message: notAToken), .refused("INVALID_ARGUMENT")),
        (answer(403, "PERMISSION_DENIED", code: "SENDER_ID_MISMATCH"), .senderMismatch),
        (answer(429, "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED"), .failed("QUOTA_EXCEEDED", retryAfter: 60)),
        (
            answer(429, "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", retryAfter: "7"),
            .failed("QUOTA_EXCEEDED", retryAfter: 7)
        ),
        (answer(429), .failed("QUOTA_EXCEEDED", retryAfter: 60)),
        (answer(503, "UNAVAILABLE", code: "UNAVAILABLE", retryAfter: "5"), .failed("UNAVAILABLE", retryAfter: 5)),
        (
            answer(503, "UNAVAILABLE", retryAfter: "Fri, 15 Jan 2027 08:02:00 GMT"),
            .failed("UNAVAILABLE", retryAfter: 120)
        ),
        (answer(503, retryAfter: "never"), .failed("UNAVAILABLE", retryAfter: nil)),
        (answer(503, retryAfter: "-9"), .failed("UNAVAILABLE", retryAfter: 0)),
        (answer(503, retryAfter: "999999999"), .failed("UNAVAILABLE", retryAfter: 86_400)),
        (answer(500, "INTERNAL", code: "INTERNAL"), .failed("INTERNAL", retryAfter: nil)),
        (
            answer(401, "UNAUTHENTICATED", code: "THIRD_PARTY_AUTH_ERROR"),
            .misconfigured("THIRD_PARTY_AUTH_ERROR")
        ),
        (answer(401, "UNAUTHENTICATED", code: "APNS_AUTH_ERROR"), .misconfigured("THIRD_PARTY_AUTH_ERROR")),
        (answer(401, "UNAUTHENTICATED"), .unauthorized),
        (answer(403, "PERMISSION_DENIED"), .misconfigured("PERMISSION_DENIED")),
        (answer(404, "NOT_FOUND"), .misconfigured("NOT_FOUND")),
        (answer(404, "UNREGISTERED"), .refused("UNREGISTERED")),
        (answer(413, "lower case\n"), .refused("HTTP_413")),
        (answer(408), .failed("HTTP_408", retryAfter: nil)),
        (OutgoingResponse(status: 502, body: Array("<html>".utf8)), .failed("HTTP_502", retryAfter: nil)),
        (OutgoingResponse(status: 404, body: []), .misconfigured("NOT_FOUND")),
        (OutgoingResponse(status: 200, body: Array(#"{"name": "projects/p/messages/1"}"#.utf8)), .sent),
    ])
    func `each FCM response gives its documented result`(response: OutgoingResponse, verdict: FCMSendResult) {
        #expect(FCMSendResult(response, now: Self.now) == verdict)
    }

    // MARK: - The body

    private func body(
        _ json: JSONObject, to receiver: OutgoingPush.Receiver = .topic("t"), lifetime: Double = 60
    ) throws -> JSONObject {
        let push = OutgoingPush(
            id: "push-id", app: try #require(AppID("a")), receiver: receiver, message: try PushMessage(json: json),
            expiresAt: Self.now.addingTimeInterval(lifetime), now: Self.now)
        return try #require(push.fcmBody["message"]?.object)
    }

    @Test func `a message names its topic, token or FID as FCM expects`() throws {
        let data: JSONObject = ["data": ["k": "v"]]
        #expect(try body(data) == ["topic": "t", "data": ["k": "v"]])
        for (kind, name) in [(DeviceKind.fcmToken, "token"), (.fcmFID, "fid")] {
            let address = try #require(DevicePushToken(kind, Secret("x")))
            #expect(try body(data, to: .address(address)) == [name: "x", "data": ["k": "v"]])
        }
    }

    @Test func `a notification has the push id as its collapse id and tag`() throws {
        let message = try body(["notification": ["title": "T"]])
        #expect(message["apns"]?["headers"]?["apns-collapse-id"] == "push-id")
        #expect(message["android"]?["notification"]?["tag"] == "push-id")
    }

    @Test func `the operator's own message settings are unchanged`() throws {
        let message = try body([
            "notification": ["title": "T"], "ttl": 60,
            "apns": ["headers": ["apns-collapse-id": "mine", "apns-priority": "5"], "payload": ["aps": ["badge": 1]]],
            "android": ["notification": ["tag": "mine", "sound": "s"], "ttl": "9s", "priority": "HIGH"],
        ])
        #expect(
            message["apns"] == [
                "headers": ["apns-collapse-id": "mine", "apns-priority": "5", "apns-expiration": "1800000060"],
                "payload": ["aps": ["badge": 1]],
            ])
        #expect(
            message["android"]
                == ["notification": ["tag": "mine", "sound": "s"], "ttl": "9s", "priority": "HIGH"])
    }

    @Test func `a message's ttl is the time that remains until it expires`() throws {
        let message = try body(["data": ["k": "v"], "ttl": 100], lifetime: 40)
        #expect(message["android"]?["ttl"] == "40s" && message["ttl"] == nil)
        #expect(message["apns"]?["headers"]?["apns-expiration"] == "1800000040")
        let spent = try body(["data": ["k": "v"], "ttl": 0], lifetime: 0)
        #expect(spent["android"]?["ttl"] == "0s" && spent["apns"]?["headers"]?["apns-expiration"] == "0")
    }
}
