import NIOHTTP1
import SesameCore
import SesameHTTP

extension ControlAPI {
    var tokenRoutes: [ControlRoute] {
        providers.all.map { provider in
            let name = provider.kind.rawValue
            return ControlRoute(
                .POST, "\(Self.root)/\(name)/token", Self.purpose(of: provider.kind),
                example: .object(["app": .string(providers.apps.first?.name ?? "app"), "rawNonce": "n-0S6_WzA2Mj"])
            ) { request throws(ProviderError) in
                let body = try ControlBody(request, allowing: MintRequest.members)
                let order = try MintRequest(body)
                if let batch = try TokenBatch(body) {
                    let tokens = try await provider.mint(order, batch: batch)
                    return ["idTokens": .array(tokens.map(JSONValue.string))]
                }
                return try await provider.mint(order).json(rawNonce: try body.string("rawNonce"))
            }
        }
    }

    private static func purpose(of provider: ProviderKind) -> String {
        let nonce =
            switch provider {
            case .google: "the claim is rawNonce itself"
            case .apple: "the claim is its SHA-256 in lower-case hexadecimal digits"
            }
        return """
            Mints an ID token. clientID or app; user (n of Test User n), or sub, email or both; Test User 1 if \
            omitted; nonce (the claim itself) or rawNonce (\(nonce)); claims and header override the provider's own, \
            null removes one; expiresIn in seconds; key current|next|unknown; signature valid|broken|empty; count with \
            distinct tokens|people for many at once.
            """
    }
}

extension MintRequest {
    static let members = [
        "app", "clientID", "user", "sub", "email", "nonce", "rawNonce", "claims", "header", "expiresIn", "key",
        "signature", "count", "distinct",
    ]
    /// The allowed values of `expiresIn`, in seconds: up to about 127 years; negative for a token that has already
    /// expired.
    private static let lifetimes = -4_000_000_000...4_000_000_000

    init(_ body: ControlBody) throws(ProviderError) {
        try body.requireAtMostOne(of: ["app", "clientID"])
        try body.requireAtMostOne(of: ["nonce", "rawNonce"])
        try body.requireAtMostOne(of: ["user", "sub"])
        try body.requireAtMostOne(of: ["user", "email"])
        self.init(
            client: try Self.client(body), person: try Self.person(body), nonce: try Self.nonce(body),
            claims: try body.object("claims") ?? [:], header: try body.object("header") ?? [:],
            expiresIn: try body.integer("expiresIn", in: Self.lifetimes),
            key: try body.choice("key") ?? .current, signature: try body.choice("signature") ?? .valid)
    }

    static func client(_ body: ControlBody) throws(ProviderError) -> Client {
        if let clientID = try body.string("clientID") { return .clientID(clientID) }
        if let app = try body.string("app") { return .app(app) }
        throw ProviderError(.invalidRequest, "app or clientID is required; GET \(ControlAPI.root)/apps lists them")
    }

    static func person(_ body: ControlBody) throws(ProviderError) -> Person {
        let subject = try body.string("sub")
        let email = try body.string("email")
        guard subject == nil, email == nil else { return .known(subject: subject, email: email) }
        return .testUser(try body.integer("user") ?? 1)
    }

    private static func nonce(_ body: ControlBody) throws(ProviderError) -> Nonce? {
        if let nonce = try body.string("rawNonce") { return .raw(nonce) }
        return try body.string("nonce").map(Nonce.claim)
    }
}

extension TokenBatch {
    init?(_ body: ControlBody) throws(ProviderError) {
        let distinction: Distinction? = try body.choice("distinct")
        guard let count = try body.integer("count") else {
            guard distinction == nil else { throw ProviderError(.invalidRequest, "distinct requires count") }
            return nil
        }
        try self.init(count: count, distinct: distinction ?? .tokens)
    }
}

extension MintedToken {
    /// Returns the response with the token and its most important claims, so that tests need not decode it.
    fileprivate func json(rawNonce: String?) -> JSONValue {
        var json: JSONObject = ["idToken": .string(idToken)]
        json["authorizationCode"] = authorizationCode.map(JSONValue.string)
        json["clientID"] = claims["aud"]
        json["sub"] = claims["sub"]
        json["email"] = claims["email"]
        json["nonce"] = claims["nonce"]
        json["rawNonce"] = rawNonce.map(JSONValue.string)
        json["expiresAt"] = claims["exp"]
        return .object(json)
    }
}
