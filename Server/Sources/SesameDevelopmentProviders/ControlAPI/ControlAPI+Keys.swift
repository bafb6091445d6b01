import NIOHTTP1
import SesameCore

extension ControlAPI {
    var keyRoutes: [ControlRoute] {
        [
            ControlRoute(
                .POST, "\(Self.root)/rotate-keys",
                """
                The signing key is taken from the set, the next one signs, a new one is published; all: every key is \
                replaced at once. provider: both if not given.
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
                "A new Sign in with Apple key of a team, for the transfer of its people to another one.",
                example: ["team": "TEAM000001"]
            ) { request throws(ProviderError) in
                guard let team = try ControlBody(request, allowing: ["team"]).string("team") else {
                    throw ProviderError(.invalidRequest, "team is missing")
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
