import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

struct AdminKeyRoutes: Sendable {
    /// `POST`: exchanges the bootstrap secret for the first key.
    static let firstKey = "/admin/v1/bootstrap"
    /// `GET`: returns the keys; `POST`: creates one.
    static let keys = "/admin/v1/keys"
    /// `GET`: returns a key, by id or `current`; `DELETE`: revokes it.
    static let key = "/admin/v1/keys/{id}"
    /// `POST`: creates a successor for a key. The old key remains valid for a grace period.
    static let rotation = "/admin/v1/keys/{id}/rotate"

    let environment: RuntimeEnvironment
    let adminKeys: AdminKeyService
    /// The one-time secret that creates the first admin key.
    let bootstrap: any FirstKeyOffer
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            Route(.POST, Self.firstKey, takes: .credential) { request, _ in await makeFirst(request) },
            door.route(.GET, Self.keys, for: .keysRead, list),
            door.route(.POST, Self.keys, for: .keysWrite, make),
            door.route(.GET, Self.key, for: nil, show),
            door.route(.DELETE, Self.key, for: nil, policy: .optionalJSON, revoke),
            door.route(.POST, Self.rotation, for: nil, policy: .optionalJSON, rotate),
        ]
    }

    private func makeFirst(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(AccountError) {
            guard bootstrap.admits(try request.bearer(), at: environment.now) else {
                throw AccountError(.notAuthenticated, "the bootstrap secret is invalid or expired")
            }
            let body = try AdminBody(request, allowing: ["name", "days"])
            let order = try AdminKeyRequest(
                name: try body.string("name") ?? "first", scopes: Set(AdminScope.allCases),
                days: try body.days)
            let made = try await adminKeys.bootstrapAdminKey(order, context: request.context)
            bootstrap.close()
            return .json(made.body, status: .created)
        } catch {
            return door.refuse(error, request)
        }
    }

    private func list(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let now = environment.now
        let visible = try await adminKeys.adminKeys().filter { call.caller.sees($0) }
        let bodies = visible.map { JSONValue.object($0.json(at: now)) }
        return .json(JSONValue.object(["keys": .array(bodies)]).serialized())
    }

    private func make(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let body = try AdminBody(call.request, allowing: ["name", "scopes", "apps", "days"])
        guard let name = try body.string("name") else {
            throw AccountError(.invalidRequest, "'name' is missing", field: "name")
        }
        let order = try AdminKeyRequest(
            name: name, scopes: try body.scopes, apps: try body.apps(of: door.apps), days: try body.days)
        let made = try await adminKeys.createAdminKey(
            order, by: call.caller, context: call.context)
        return .json(made.body, status: .created)
    }

    private func show(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let id = id(call)
        guard id != call.caller.key.id else { return .json(call.caller.key.body(at: environment.now)) }
        try call.caller.require(.keysRead)
        guard let key = try await adminKeys.adminKeys().first(where: { $0.id.hasSameBytes(as: id) }),
            call.caller.sees(key)
        else { throw AccountError(.notFound, "the admin key does not exist") }
        return .json(key.body(at: environment.now))
    }

    private func revoke(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        try call.request.requireObjectOrNothing()
        try await adminKeys.revokeAdminKey(
            id(call), by: call.caller, context: call.context)
        return .noContent
    }

    private func rotate(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let body = try AdminBody(call.request, allowing: ["graceSeconds"], isOptional: true)
        let grace = try body.integer("graceSeconds", in: 0...604_800) ?? 86_400
        let made = try await adminKeys.rotateAdminKey(
            id(call), grace: TimeInterval(grace), by: call.caller, context: call.context)
        return .json(made.body, status: .created)
    }

    private func id(_ call: AdminCall) -> String {
        guard let id = call.path["id"], id != "current" else { return call.caller.key.id }
        return id
    }
}

extension AdminCaller {
    /// Returns true if the caller's key may see the other key. A key that is limited to some apps sees only keys that
    /// are limited to the same apps or to some of them.
    fileprivate func sees(_ other: AdminKey) -> Bool {
        guard let own = key.apps else { return true }
        return other.apps?.isSubset(of: own) ?? false
    }
}

extension AdminBody {
    fileprivate var days: Int {
        get throws(AccountError) {
            try integer("days", in: 1...Int64(AdminKey.maxLifetimeDays)) ?? AdminKey.defaultLifetimeDays
        }
    }

    fileprivate var scopes: Set<AdminScope> {
        get throws(AccountError) {
            var scopes: Set<AdminScope> = []
            for name in try strings("scopes") ?? [] {
                guard let scope = AdminScope(rawValue: name) else {
                    let all = AdminScope.allCases.map(\.rawValue).sorted().joined(separator: ", ")
                    throw AccountError(.invalidRequest, "a scope is unknown; the scopes are \(all)", field: "scopes")
                }
                scopes.insert(scope)
            }
            return scopes
        }
    }

    fileprivate func apps(of directory: AppDirectory) throws(AccountError) -> Set<AppID>? {
        guard let names = try strings("apps") else { return nil }
        var apps: Set<AppID> = []
        for name in names {
            guard let id = AppID(name), directory[id] != nil else {
                throw AccountError(.invalidRequest, "'apps' contains an unknown app", field: "apps")
            }
            apps.insert(id)
        }
        return apps
    }
}

extension AdminKey {
    func json(at now: Date) -> JSONObject {
        var json: JSONObject = [
            "id": .string(id), "name": .string(name),
            "scopes": .array(scopes.sorted().map { .string($0.rawValue) }), "isLive": .bool(isLive(at: now)),
            "creationTime": .integer(createdAt.secondsSince1970),
            "expirationTime": .integer(expiresAt.secondsSince1970),
        ]
        if let apps { json["apps"] = .array(apps.map(\.description).sorted().map(JSONValue.string)) }
        json["lastUseTime"] = lastUsedAt.map { .integer($0.secondsSince1970) }
        json["revocationTime"] = revokedAt.map { .integer($0.secondsSince1970) }
        return json
    }

    fileprivate func body(at now: Date) -> [UInt8] { JSONValue.object(json(at: now)).serialized() }
}

extension CreatedAdminKey {
    /// The response body with the new key's text, which the server cannot return again.
    fileprivate var body: [UInt8] {
        var json = key.json(at: key.createdAt)
        json["key"] = .string(text.exposed)
        return JSONValue.object(json).serialized()
    }
}
