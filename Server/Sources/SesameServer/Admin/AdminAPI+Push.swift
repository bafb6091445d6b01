import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AdminAPI {
    /// Sends a push.
    static let pushes = "/admin/v1/apps/{app}/push"
    /// Shows what has become of one.
    static let push = "/admin/v1/apps/{app}/push/{id}"
    /// Makes a repeated request the same one.
    static let keyHeader = "Idempotency-Key"

    var pushRoutes: [Route] {
        [
            Route(.POST, Self.pushes, takes: .credential, policy: RoutePolicy(maximumBody: 16_384)) { request, path in
                await send(request, path)
            },
            Route(.GET, Self.push, takes: .credential) { request, path in await show(request, path) },
        ]
    }

    private func send(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, .pushSend) { caller, app throws(Refusal) in
            let keys = request.headers[Self.keyHeader]
            guard keys.count <= 1 else {
                throw Refusal(.invalidRequest, "\(Self.keyHeader) is given twice", field: Self.keyHeader)
            }
            let order = try PushOrder(json: try request.jsonObject(), app: app, key: keys.first)
            let record = try await accounts.push.send(order, context: request.context(by: caller))
            return .json(record.body, status: .accepted)
        }
    }

    private func show(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, .pushSend) { _, app throws(Refusal) in
            .json(try await accounts.push.push(path["id"] ?? "", of: app).body)
        }
    }
}

extension PushRecord {
    /// The record as the API shows it.
    fileprivate var body: [UInt8] {
        var json: JSONObject = [
            "id": .string(id), "targets": .integer(targets), "waiting": .integer(waiting), "sent": .integer(sent),
            "gone": .integer(gone), "dropped": .integer(dropped), "acceptedTime": .integer(acceptedAt.secondsSince1970),
        ]
        json["problem"] = problem.map(JSONValue.string)
        return JSONValue.object(json).serialized()
    }
}
