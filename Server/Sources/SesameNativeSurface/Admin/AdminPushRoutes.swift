import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

struct AdminPushRoutes: Sendable {
    /// `POST`: sends a push notification.
    static let pushes = "/admin/v1/apps/{app}/push"
    /// `GET`: returns the state of a push notification.
    static let push = "/admin/v1/apps/{app}/push/{id}"
    /// The header field that makes a retried request idempotent.
    static let keyHeader = "Idempotency-Key"

    let push: PushService
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, Self.pushes, for: .pushSend, policy: RoutePolicy(maxBodyBytes: 16_384), send),
            door.route(.GET, Self.push, for: .pushSend, show),
        ]
    }

    private func send(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        let keys = call.request.headers[Self.keyHeader]
        guard keys.count <= 1 else {
            throw AccountError(.invalidRequest, "\(Self.keyHeader) must not be repeated", field: Self.keyHeader)
        }
        let order = try PushRequest(json: try call.request.jsonObject(), app: app, key: keys.first)
        let record = try await push.send(order, context: call.context)
        return .json(record.body, status: .accepted)
    }

    private func show(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        .json(try await push.push(call.path["id"] ?? "", of: app).body)
    }
}

extension PushReceipt {
    /// The receipt as a response's JSON body.
    fileprivate var body: [UInt8] {
        var json: JSONObject = [
            "id": .string(id), "targets": .integer(targets), "waiting": .integer(waiting), "sent": .integer(sent),
            "gone": .integer(gone), "dropped": .integer(dropped), "acceptedTime": .integer(acceptedAt.secondsSince1970),
        ]
        json["problem"] = problem.map(JSONValue.string)
        return JSONValue.object(json).serialized()
    }
}
