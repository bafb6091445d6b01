import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens

extension AdminAPI {
    /// Lists the keys that sign access tokens.
    static let signingKeys = "/admin/v1/signing-keys"
    /// Has the next one made.
    static let signingKeyRotation = "/admin/v1/signing-keys/rotate"

    var signingKeyRoutes: [Route] {
        [
            Route(.GET, Self.signingKeys, takes: .credential) { request, _ in
                await answer(request, .keysRead) { caller throws(Refusal) in
                    try caller.requireAllApps()
                    return try await signingKeyList()
                }
            },
            Route(.POST, Self.signingKeyRotation, takes: .credential, policy: .optionalJSON) { request, _ in
                await answer(request, .keysWrite) { caller throws(Refusal) in
                    try caller.requireAllApps()
                    let body = try AdminBody(request, allowing: ["when"], isOptional: true)
                    let name = try body.string("when") ?? KeyRing.Rotation.scheduled.rawValue
                    guard let rotation = KeyRing.Rotation(rawValue: name) else {
                        let all = KeyRing.Rotation.allCases.map(\.rawValue).joined(separator: " or ")
                        throw Refusal(.invalidRequest, "'when' is \(all)", field: "when")
                    }
                    try await accounts.maintenance.rotateSigningKeys(rotation, context: request.context(by: caller))
                    return try await signingKeyList()
                }
            },
        ]
    }

    private func signingKeyList() async throws(Refusal) -> HTTPResponse {
        let bodies = try await accounts.maintenance.signingKeys().map { key -> JSONValue in
            [
                "id": .string(key.id), "algorithm": .string(key.algorithm.rawValue), "isSigning": .bool(key.isSigning),
                "publicationTime": .integer(key.publishedAt.secondsSince1970),
                "signingTime": .integer(key.signsFrom.secondsSince1970),
            ]
        }
        return .json(JSONValue.object(["keys": .array(bodies)]).serialized())
    }
}
