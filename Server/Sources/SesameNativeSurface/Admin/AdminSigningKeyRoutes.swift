import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameTokens
import SesameWire

/// The admin routes for the keys that sign access tokens.
struct AdminSigningKeyRoutes: Sendable {
    /// `GET`: returns the keys that sign access tokens.
    static let signingKeys = "/admin/v1/signing-keys"
    /// `POST`: rotates the signing keys, on schedule or immediately, and returns all keys.
    static let signingKeyRotation = "/admin/v1/signing-keys/rotate"

    let maintenance: MaintenanceService
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, Self.signingKeys, for: .keysRead, list),
            door.route(.POST, Self.signingKeyRotation, for: .keysWrite, policy: .optionalJSON, rotate),
        ]
    }

    private func list(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        try call.caller.requireAllApps()
        return try await keys()
    }

    private func rotate(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        try call.caller.requireAllApps()
        let body = try AdminBody(call.request, allowing: ["when"], isOptional: true)
        let name = try body.string("when") ?? KeyRing.Rotation.scheduled.rawValue
        guard let rotation = KeyRing.Rotation(rawValue: name) else {
            let all = KeyRing.Rotation.allCases.map(\.rawValue).joined(separator: " or ")
            throw AccountError(.invalidRequest, "'when' must be \(all)", field: "when")
        }
        try await maintenance.rotateSigningKeys(rotation, context: call.context)
        return try await keys()
    }

    private func keys() async throws(AccountError) -> HTTPResponse {
        let bodies = try await maintenance.signingKeys().map { key -> JSONValue in
            [
                "id": .string(key.id), "algorithm": .string(key.algorithm.rawValue), "isSigning": .bool(key.isSigning),
                "publicationTime": .integer(key.publishedAt.secondsSince1970),
                "signingTime": .integer(key.signsFrom.secondsSince1970),
            ]
        }
        return .json(JSONValue.object(["keys": .array(bodies)]).serialized())
    }
}
