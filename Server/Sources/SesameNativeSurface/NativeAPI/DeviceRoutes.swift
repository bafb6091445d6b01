import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for devices that receive push notifications.
struct DeviceRoutes: Sendable {
    let push: PushService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, APIRoute.devices, takes: .credential, devices),
            door.route(.PUT, APIRoute.device, takes: .credential, register),
            door.route(.DELETE, APIRoute.device, takes: .credential, policy: .optionalJSON, removeDevice),
        ]
    }

    private func devices(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let devices = try await push.devices(of: caller)
        return .json(DeviceListResponse(devices: devices.map { DeviceBody($0, seenBy: caller) }))
    }

    private func register(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(DeviceRequest.self)
        guard let address = DevicePushToken(body.kind, body.value) else {
            throw AccountError(.invalidRequest, "'value' is not valid for 'kind'", field: "value")
        }
        let device = try await push.register(
            address, platform: body.platform, installation: path["installation"] ?? "", of: caller,
            context: request.context(in: caller.app))
        return .json(DeviceBody(device, seenBy: caller))
    }

    private func removeDevice(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse
    {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        try await push.removeDevice(
            path["installation"] ?? "", of: caller, context: request.context(in: caller.app))
        return .noContent
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
