import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The routes for the server's keys, health and API description.
struct DiscoveryAPI: Sendable {
    let accounts: Services
    private let description: APIDescription

    init(accounts: Services, providers: ProviderDirectory) {
        self.accounts = accounts
        description = APIDescription(providers)
    }

    func surface(cors: CORSPolicy) -> Surface {
        Surface(
            name: "discovery",
            routes: [
                Route(
                    .GET, "/.well-known/jwks.json", takes: .none,
                    policy: .cached(seconds: Int(KeyRotationSchedule.jwksMaxAge))
                ) {
                    _, _ in .json(accounts.keys.publicSet)
                },
                Route(.GET, "/healthz", takes: .none, policy: .uncounted) { _, _ in .json(Self.state("ok")) },
                Route(.GET, "/readyz", takes: .none, policy: .uncounted) { _, _ in await readiness() },
                Route(.GET, "/openapi.json", takes: .none, policy: .cached(seconds: 300)) { request, _ in
                    description.response.response(to: request)
                },
            ],
            cors: cors, renderProblem: ErrorRenderer.render)
    }

    private func readiness() async -> HTTPResponse {
        guard await accounts.isReady() else {
            var response = HTTPResponse.json(Self.state("storage unavailable"), status: .serviceUnavailable)
            response.headers.replaceOrAdd(name: "Retry-After", value: "1")
            return response
        }
        var reasons: [String] = []
        if !accounts.maintenance.clockIsTrusted { reasons.append("clock") }
        if accounts.isDamaged { reasons.append("database") }
        return .json(Self.state(reasons.isEmpty ? "ready" : "degraded", because: reasons))
    }

    private static func state(_ text: String, because reasons: [String] = []) -> [UInt8] {
        var state: JSONObject = ["status": .string(text)]
        if !reasons.isEmpty { state["reasons"] = .array(reasons.map { .string($0) }) }
        return JSONValue.object(state).serialized()
    }
}
