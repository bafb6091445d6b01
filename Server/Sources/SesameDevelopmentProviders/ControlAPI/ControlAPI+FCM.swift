import NIOHTTP1
import SesameCore

extension ControlAPI {
    private static let fcm = "\(root)/fcm"

    var fcmRoutes: [ControlRoute] {
        [
            ControlRoute(.GET, "\(Self.fcm)/messages", "The pushes that FCM has accepted, oldest first.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return messages
            },
            ControlRoute(.DELETE, "\(Self.fcm)/messages", "Empties the list of pushes.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                providers.fcm.clearMessages()
                return messages
            },
            ControlRoute(.GET, "\(Self.fcm)/faults", "The active faults of FCM.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return faults
            },
            ControlRoute(
                .POST, "\(Self.fcm)/faults", Self.purpose,
                example: ["error": "UNAVAILABLE", "receiver": "a-token", "retryAfter": 1, "times": 1]
            ) { request throws(ProviderError) in
                let body = try ControlBody(request, allowing: ["error", "receiver", "retryAfter", "times"])
                guard let kind: FCMFault.Kind = try body.choice("error") else {
                    throw ProviderError(.invalidRequest, "error is required: one of \(Self.kinds)")
                }
                providers.fcm.add(
                    FCMFault(
                        kind: kind, receiver: try body.string("receiver"),
                        retryAfter: try body.integer("retryAfter", in: 0...86_400),
                        times: try body.integer("times", in: 1...1_000_000)))
                return faults
            },
            ControlRoute(
                .DELETE, "\(Self.fcm)/faults", "Removes the faults of FCM, or those of one receiver.",
                example: ["receiver": "a-token"]
            ) { request throws(ProviderError) in
                providers.fcm.clearFaults(of: try ControlBody(request, allowing: ["receiver"]).string("receiver"))
                return faults
            },
            ControlRoute(
                .POST, "\(Self.fcm)/service-account",
                "The service account key of an app's project, in the format of the Firebase console.",
                example: ["app": "prysm"]
            ) { request throws(ProviderError) in
                guard let app = try ControlBody(request, allowing: ["app"]).string("app") else {
                    throw ProviderError(.invalidRequest, "app is required")
                }
                return .object(try await providers.fcm.serviceAccount(of: app, baseURL: providers.baseURL))
            },
        ]
    }

    private var messages: JSONValue { ["messages": .array(providers.fcm.messages.map(\.json))] }

    private var faults: JSONValue { ["faults": .array(providers.fcm.faults.map(\.json))] }

    private static let kinds = FCMFault.Kind.allCases.map(\.rawValue).joined(separator: "|")

    private static let purpose = """
        Makes FCM return an error: \(kinds); receiver: the token, id or topic that it affects, all if omitted; \
        retryAfter: seconds; times: until removed if omitted.
        """
}
