import Foundation
import NIOHTTP1
import SesameCore

extension ControlAPI {
    var browserRoutes: [ControlRoute] {
        [
            ControlRoute(
                .POST, "\(Self.root)/auto-approve",
                """
                Responds at the authorization endpoint without a page: user (n of Test User n) consents, with \
                hideEmail at Apple; deny: true cancels; user: null shows the page again. provider: both if omitted.
                """,
                example: ["provider": "google", "user": 1]
            ) { request throws(ProviderError) in
                let body = try ControlBody(request, allowing: ["provider", "user", "deny", "hideEmail"])
                let approval = try AutoApproval(body)
                let kind: ProviderKind? = try body.choice("provider")
                for provider in providers.all where kind == nil || provider.kind == kind {
                    provider.autoApproval = approval
                }
                return .object(
                    JSONObject(
                        providers.all.map { provider in
                            JSONObject.Member(name: provider.kind.rawValue, value: provider.autoApproval?.json ?? .null)
                        }))
            },
            ControlRoute(
                .GET, "\(Self.root)/consents", "The consents, authorization codes and tokens, without secrets."
            ) { request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return .object(
                    JSONObject(
                        providers.all.map { provider in
                            JSONObject.Member(name: provider.kind.rawValue, value: provider.grants.json)
                        }))
            },
        ]
    }
}

extension AutoApproval {
    /// Reads a decision; nil for `user: null` and `deny: false`, after which the consent page is shown again.
    fileprivate init?(_ body: ControlBody) throws(ProviderError) {
        try body.requireAtMostOne(of: ["user", "deny"])
        try body.requireAtMostOne(of: ["hideEmail", "deny"])
        if body.isNull("user") { return nil }
        if let number = try body.integer("user", in: 1...SubjectGenerator.maxNumber) {
            self = .approve(user: number, hidesEmail: try body.bool("hideEmail"))
            return
        }
        guard let denies = try body.bool("deny") else {
            throw ProviderError(.invalidRequest, "a user, user: null, or deny: true is required")
        }
        guard denies else { return nil }
        self = .deny
    }

    fileprivate var json: JSONValue {
        switch self {
        case .deny:
            return ["deny": true]
        case .approve(let number, let hidesEmail):
            var json: JSONObject = ["user": .integer(number)]
            json["hideEmail"] = hidesEmail.map(JSONValue.bool)
            return .object(json)
        }
    }
}

extension GrantStore {
    fileprivate var json: JSONValue {
        let summary = summary
        return [
            "consents": .array(summary.consents.map(\.json)),
            "codes": .array(summary.codes.map { $0.code.json(isUsed: $0.isUsed) }),
            "tokens": .array(summary.tokens.map(\.json)),
        ]
    }
}

extension Consent {
    fileprivate var json: JSONValue {
        [
            "app": .string(holder.app), "sub": .string(holder.subject), "since": .string(since.ISO8601Format()),
            "scopes": .array(scopes.names.map(JSONValue.string)), "offline": .bool(isOffline),
            "hidesEmail": .bool(hidesEmail),
        ]
    }
}

extension IssuedAuthorizationCode {
    fileprivate func json(isUsed: Bool) -> JSONValue {
        [
            "clientID": .string(grant.clientID), "sub": .string(grant.person.subject),
            "native": .bool(redirectURI == nil), "used": .bool(isUsed),
            "expiresAt": .string(expiresAt.ISO8601Format()),
        ]
    }
}

extension GrantToken {
    fileprivate var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "clientID": .string(grant.clientID),
            "sub": .string(grant.person.subject), "issuedAt": .string(issuedAt.ISO8601Format()),
        ]
    }
}
