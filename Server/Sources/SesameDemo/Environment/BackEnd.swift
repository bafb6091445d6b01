import Foundation
import SesameCore

/// An app's back end, which sends push notifications to users.
struct BackEnd: Sendable {
    let venue: DemoServer
    let app: String

    /// The delivery of a push: the number of target devices, and the number of devices for which FCM accepted it.
    struct Delivery: Sendable, Equatable, CustomStringConvertible {
        let targets: Int64
        let sent: Int64

        var description: String { "\(sent)/\(targets)" }
    }

    /// Sends a push notification to all devices of the user, and returns the push's id.
    func push(to uid: String, title: String, body: String) async throws(AuthError) -> String {
        let order: JSONObject = [
            "to": ["uid": .string(uid)], "notification": ["title": .string(title), "body": .string(body)],
        ]
        let answer = try await DemoHTTPClient.call("POST", address("push"), bearer: venue.adminKey, body: order)
        return answer["id"]?.string ?? ""
    }

    /// Returns the current delivery of a push, by the push's id from ``push(to:title:body:)``.
    func delivery(of push: String) async throws(AuthError) -> Delivery {
        let answer = try await DemoHTTPClient.call("GET", address("push/\(push)"), bearer: venue.adminKey)
        return Delivery(targets: answer["targets"]?.integer ?? 0, sent: answer["sent"]?.integer ?? 0)
    }

    private func address(_ path: String) -> URL {
        venue.server.appendingPathComponent("admin/v1/apps/\(app)/\(path)")
    }
}
