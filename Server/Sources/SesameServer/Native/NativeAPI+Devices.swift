import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var deviceRoutes: [Route] {
        [
            Route(.GET, APIRoute.devices, takes: .credential) { request, _ in await devices(request) },
            Route(.PUT, APIRoute.device, takes: .credential) { request, path in await register(request, path) },
            Route(.DELETE, APIRoute.device, takes: .credential, policy: .optionalJSON) { request, path in
                await removeDevice(request, path)
            },
        ]
    }

    private func devices(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let devices = try await accounts.push.devices(of: caller)
            return .json(DeviceListAnswer(devices: devices.map { DeviceBody($0, seenBy: caller) }))
        }
    }

    private func register(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(DeviceRequest.self)
            guard let address = DeviceAddress(body.kind, body.value) else {
                throw Refusal(.invalidRequest, "'value' is not of the kind", field: "value")
            }
            let device = try await accounts.push.register(
                address, platform: body.platform, installation: path["installation"] ?? "", of: caller,
                context: request.context(in: caller.app))
            return .json(DeviceBody(device, seenBy: caller))
        }
    }

    private func removeDevice(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            try await accounts.push.removeDevice(
                path["installation"] ?? "", of: caller, context: request.context(in: caller.app))
            return .noContent
        }
    }
}

extension DeviceBody {
    init(_ device: Device, seenBy caller: Caller) {
        self.init(
            installation: device.installation, kind: device.kind, platform: device.platform,
            isCurrent: device.session == caller.session.id, sessionID: device.session.description,
            creationTime: device.createdAt.secondsSince1970, refreshTime: device.refreshedAt.secondsSince1970,
            expirationTime: device.expiresAt.secondsSince1970)
    }
}
