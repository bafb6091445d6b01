import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameOperations
import SesameSurface

extension AdminAPI {
    /// Makes the first key.
    static let firstKey = "/admin/v1/bootstrap"
    /// Lists and makes keys.
    static let keys = "/admin/v1/keys"
    /// Shows and revokes one, by id or `current`.
    static let key = "/admin/v1/keys/{id}"
    /// Puts another one in its place.
    static let rotation = "/admin/v1/keys/{id}/rotate"

    var keyRoutes: [Route] {
        [
            Route(.POST, Self.firstKey, takes: .credential) { request, _ in await makeFirst(request) },
            Route(.GET, Self.keys, takes: .credential) { request, _ in await list(request) },
            Route(.POST, Self.keys, takes: .credential) { request, _ in await make(request) },
            Route(.GET, Self.key, takes: .credential) { request, path in await show(request, path) },
            Route(.DELETE, Self.key, takes: .credential, policy: .optionalJSON) { request, path in
                await revoke(request, path)
            },
            Route(.POST, Self.rotation, takes: .credential, policy: .optionalJSON) { request, path in
                await rotate(request, path)
            },
        ]
    }

    private func makeFirst(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) {
            guard bootstrap.admits(try request.bearer(), at: accounts.environment.now) else {
                throw Refusal(.notAuthenticated, "this is no bootstrap secret, or its time is over")
            }
            let body = try AdminBody(request, allowing: ["name", "days"])
            let order = try AdminKeyOrder(
                name: try body.string("name") ?? "first", scopes: Set(AdminScope.allCases),
                days: try body.days)
            let made = try await accounts.adminKeys.makeFirstAdminKey(order, context: request.context)
            bootstrap.close()
            return .json(made.body, status: .created)
        } catch {
            return refuse(error, request)
        }
    }

    private func list(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request, .keysRead) { caller throws(Refusal) in
            let now = accounts.environment.now
            let visible = try await accounts.adminKeys.adminKeys().filter { caller.sees($0) }
            let bodies = visible.map { JSONValue.object($0.json(at: now)) }
            return .json(JSONValue.object(["keys": .array(bodies)]).serialized())
        }
    }

    private func make(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request, .keysWrite) { caller throws(Refusal) in
            let body = try AdminBody(request, allowing: ["name", "scopes", "apps", "days"])
            guard let name = try body.string("name") else {
                throw Refusal(.invalidRequest, "'name' is missing", field: "name")
            }
            let order = try AdminKeyOrder(
                name: name, scopes: try body.scopes, apps: try body.apps(of: apps), days: try body.days)
            let made = try await accounts.adminKeys.makeAdminKey(
                order, by: caller, context: request.context(by: caller))
            return .json(made.body, status: .created)
        }
    }

    private func show(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, nil) { caller throws(Refusal) in
            let id = id(path, caller)
            guard id != caller.key.id else { return .json(caller.key.body(at: accounts.environment.now)) }
            try caller.require(.keysRead)
            guard let key = try await accounts.adminKeys.adminKeys().first(where: { $0.id.hasSameBytes(as: id) }),
                caller.sees(key)
            else { throw Refusal(.notFound, "there is no such admin key") }
            return .json(key.body(at: accounts.environment.now))
        }
    }

    private func revoke(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, nil) { caller throws(Refusal) in
            try request.requireObjectOrNothing()
            try await accounts.adminKeys.revokeAdminKey(
                id(path, caller), by: caller, context: request.context(by: caller))
            return .noContent
        }
    }

    private func rotate(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, nil) { caller throws(Refusal) in
            let body = try AdminBody(request, allowing: ["graceSeconds"], isOptional: true)
            let grace = try body.integer("graceSeconds", in: 0...604_800) ?? 86_400
            let made = try await accounts.adminKeys.rotateAdminKey(
                id(path, caller), grace: TimeInterval(grace), by: caller, context: request.context(by: caller))
            return .json(made.body, status: .created)
        }
    }

    private func id(_ path: PathParameters, _ caller: AdminCaller) -> String {
        guard let id = path["id"], id != "current" else { return caller.key.id }
        return id
    }
}

extension AdminCaller {
    /// Whether the key may be told of another one: a key of some apps sees those of its apps.
    fileprivate func sees(_ other: AdminKey) -> Bool {
        guard let own = key.apps else { return true }
        return other.apps?.isSubset(of: own) ?? false
    }
}

extension AdminBody {
    fileprivate var days: Int {
        get throws(Refusal) { try integer("days", in: 1...Int64(AdminKey.greatestDays)) ?? AdminKey.usualDays }
    }

    fileprivate var scopes: Set<AdminScope> {
        get throws(Refusal) {
            var scopes: Set<AdminScope> = []
            for name in try strings("scopes") ?? [] {
                guard let scope = AdminScope(rawValue: name) else {
                    let all = AdminScope.allCases.map(\.rawValue).sorted().joined(separator: ", ")
                    throw Refusal(.invalidRequest, "the scopes are \(all)", field: "scopes")
                }
                scopes.insert(scope)
            }
            return scopes
        }
    }

    fileprivate func apps(of directory: AppDirectory) throws(Refusal) -> Set<AppID>? {
        guard let names = try strings("apps") else { return nil }
        var apps: Set<AppID> = []
        for name in names {
            guard let id = AppID(name), directory[id] != nil else {
                throw Refusal(.invalidRequest, "no app has one of the names", field: "apps")
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

extension NewAdminKey {
    /// The only answer that has a key in it.
    fileprivate var body: [UInt8] {
        var json = key.json(at: key.createdAt)
        json["key"] = .string(text.exposed)
        return JSONValue.object(json).serialized()
    }
}
