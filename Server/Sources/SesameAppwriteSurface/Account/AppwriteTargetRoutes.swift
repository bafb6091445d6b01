import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The Appwrite routes of push targets. A target is a device, and has the id of the device's installation. A target is
/// removed with the session that registered it.
struct AppwriteTargetRoutes: Sendable {
    let push: PushService
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, "/v1/account/targets/push", missing: .targetNotFound, createTarget),
            door.route(.PUT, "/v1/account/targets/{target}/push", missing: .targetNotFound, updateTarget),
            door.route(.DELETE, "/v1/account/targets/{target}/push", missing: .targetNotFound) {
                call throws(AccountError) in
                let caller = try await door.caller(call)
                try await push.removeDevice(call["target"], of: caller, context: call.context)
                return .appwriteEmpty
            },
        ]
    }

    private func createTarget(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "targetId", "identifier", "providerId")
        let id = try body.id("targetId") ?? door.environment.randomID()
        let address = try body.pushAddress(provider: try body.optionalText("providerId"))
        guard try await device(id, of: caller) == nil else { throw .appwrite(.targetExists) }
        return try await register(address, as: id, caller, call, status: .created)
    }

    private func updateTarget(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "identifier")
        guard let device = try await device(call["target"], of: caller) else { throw .appwrite(.targetNotFound) }
        let address = try body.pushAddress(provider: device.kind == .apns ? "apns" : nil)
        return try await register(address, as: device.installation, caller, call, status: .ok)
    }

    private func register(
        _ address: DevicePushToken, as id: String, _ caller: Caller, _ call: AppwriteRequest, status: HTTPResponseStatus
    ) async throws(AccountError) -> HTTPResponse {
        let device = try await push.register(
            address, platform: nil, installation: id, of: caller, context: call.context)
        return .appwrite(AppwriteTarget(device, at: address).json, status: status)
    }

    private func device(_ id: String, of caller: Caller) async throws(AccountError) -> Device? {
        try await push.devices(of: caller).first { $0.installation.hasSameBytes(as: id) }
    }

}
