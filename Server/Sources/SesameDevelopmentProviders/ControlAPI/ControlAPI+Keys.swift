import NIOHTTP1
import SesameCore

extension ControlAPI {
    var keyRoutes: [ControlRoute] {
        [
            ControlRoute(
                .POST, "\(Self.root)/rotate-keys",
                """
                Removes the signing key from the key set, signs with the next one, and publishes a new one; all: true \
                replaces every key at once. provider: both if omitted.
                """,
                example: ["provider": "google", "all": false]
            ) { request throws(ProviderError) in
                let body = try ControlBody(request, allowing: ["provider", "all"])
                let replacingAll = try body.bool("all") ?? false
                let kind: ProviderKind? = try body.choice("provider")
                var keyIDs = JSONObject()
                for provider in providers.all where kind == nil || provider.kind == kind {
                    provider.rotateKeys(replacingAll: replacingAll)
                    keyIDs[provider.kind.rawValue] = try await provider.keyIDs()
                }
                return .object(keyIDs)
            },
            ControlRoute(
                .POST, "\(Self.root)/apple/team-key",
                "Creates a Sign in with Apple key of a team, for the transfer of its users to another team.",
                example: ["team": "TEAM000001"]
            ) { request throws(ProviderError) in
                guard let team = try ControlBody(request, allowing: ["team"]).string("team") else {
                    throw ProviderError(.invalidRequest, "team is required")
                }
                return .object(providers.transfers.newKey(of: team))
            },
        ]
    }
}

extension DevelopmentProvider {
    fileprivate func keyIDs() async throws(ProviderError) -> JSONValue {
        let keyIDs = try await keys.published().map { JSONValue.string($0.keyID) }
        return ["current": .string(try await keys.key(.current).keyID), "published": .array(keyIDs)]
    }
}
