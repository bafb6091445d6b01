import NIOHTTP1
import SesameCore

extension ControlAPI {
    private static let path = "\(root)/faults"

    var faultRoutes: [ControlRoute] {
        [
            ControlRoute(.GET, Self.path, "The active faults.") { request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return list
            },
            ControlRoute(
                .POST, Self.path, Self.purpose,
                example: ["provider": "google", "endpoint": "jwks", "kind": "slow", "milliseconds": 2_000, "times": 1]
            ) { request throws(ProviderError) in
                providers.faults.add(try Fault(try ControlBody(request, allowing: Fault.members)))
                return list
            },
            ControlRoute(
                .DELETE, Self.path, "Removes all faults, or those of one provider.", example: ["provider": "google"]
            ) { request throws(ProviderError) in
                providers.faults.clear(try ControlBody(request, allowing: ["provider"]).choice("provider"))
                return list
            },
        ]
    }

    private var list: JSONValue {
        ["faults": .array(providers.faults.all.map(\.json))]
    }

    private static let purpose = """
        Adds a fault: kind \(FaultEffect.Kind.allCases.map(\.rawValue).joined(separator: "|")); provider: both if \
        omitted; endpoint \(Fault.Endpoint.allCases.map(\.rawValue).joined(separator: "|")); times: until removed if \
        omitted; milliseconds for slow, status for status, location for redirect, bytes for huge.
        """
}

extension Fault {
    static let members = [
        "provider", "endpoint", "kind", "times", "milliseconds", "status", "location", "bytes",
    ]

    init(_ body: ControlBody) throws(ProviderError) {
        self.init(
            provider: try body.choice("provider"), endpoint: try body.choice("endpoint") ?? .all,
            effect: try FaultEffect(body), times: try body.integer("times", in: 1...1_000_000))
        guard endpoint == .all || effect.endpoints.contains(endpoint) else {
            let places = effect.endpoints.map(\.rawValue).joined(separator: ", ")
            throw ProviderError(
                .invalidRequest,
                "'\(effect.kind.rawValue)' has no effect at '\(endpoint.rawValue)', only at: \(places)")
        }
    }

    fileprivate var json: JSONValue {
        var json: JSONObject = ["kind": .string(effect.kind.rawValue)]
        json["provider"] = provider.map { .string($0.rawValue) }
        json["endpoint"] = .string(endpoint.rawValue)
        if let (name, value) = effect.parameter { json[name] = value }
        json["times"] = times.map(JSONValue.integer)
        return .object(json)
    }
}

extension FaultEffect {
    private static let parameters = ["milliseconds", "status", "location", "bytes"]

    init(_ body: ControlBody) throws(ProviderError) {
        guard let kind: Kind = try body.choice("kind") else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProviderError(.invalidRequest, "kind is required: one of \(kinds)")
        }
        let effect: FaultEffect
        switch kind {
        case .slow: effect = .slow(milliseconds: try body.integer("milliseconds", in: 1...20_000) ?? 5_000)
        case .status: effect = .status(try body.integer("status", in: 400...599) ?? 500)
        case .redirect: effect = .redirect(location: try body.string("location"))
        case .huge: effect = .huge(bytes: try body.integer("bytes", in: 1...67_108_864) ?? 1_048_576)
        case .down: effect = .down
        case .malformed: effect = .malformed
        case .noKeys: effect = .noKeys
        case .unknownKey: effect = .unknownKey
        case .issuerMismatch: effect = .issuerMismatch
        case .wrongIssuer: effect = .wrongIssuer
        case .stringBooleans: effect = .stringBooleans
        case .nonceUnsupported: effect = .nonceUnsupported
        case .missingEmail: effect = .missingEmail
        }
        for name in Self.parameters where name != kind.parameterName && body.contains(name) {
            throw ProviderError(.invalidRequest, "'\(name)' is not allowed with '\(kind.rawValue)'")
        }
        self = effect
    }

    fileprivate var parameter: (name: String, value: JSONValue)? {
        guard let name = kind.parameterName else { return nil }
        return switch self {
        case .slow(let milliseconds): (name, .integer(milliseconds))
        case .status(let status): (name, .integer(status))
        case .redirect(let location?): (name, .string(location))
        case .huge(let bytes): (name, .integer(bytes))
        default: nil
        }
    }
}

extension FaultEffect.Kind {
    /// The name of the request member with the effect's parameter; nil if the effect has none.
    fileprivate var parameterName: String? {
        switch self {
        case .slow: "milliseconds"
        case .status: "status"
        case .redirect: "location"
        case .huge: "bytes"
        default: nil
        }
    }
}
