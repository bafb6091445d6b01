import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Push targets: a target is a device, its id the installation's, and it goes with the session that registered it.
extension AppwriteAPI {
    var accountTargetRoutes: [Route] {
        [
            route(.POST, "/v1/account/targets/push", missing: .targetNotFound, createTarget),
            route(.PUT, "/v1/account/targets/{target}/push", missing: .targetNotFound, updateTarget),
            route(.DELETE, "/v1/account/targets/{target}/push", missing: .targetNotFound) { call in
                let caller = try await caller(call)
                try await accounts.push.removeDevice(call["target"], of: caller, context: call.context)
                return .appwriteEmpty
            },
        ]
    }

    private func createTarget(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let body = try AppwriteBody(call, "targetId", "identifier", "providerId")
        let id = try body.id("targetId") ?? accounts.environment.randomID()
        let address = try address(body, provider: try body.optionalText("providerId"))
        guard try await device(id, of: caller) == nil else { throw AppwriteProblem.targetExists }
        return try await register(address, as: id, caller, call, status: .created)
    }

    private func updateTarget(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let body = try AppwriteBody(call, "identifier")
        guard let device = try await device(call["target"], of: caller) else { throw AppwriteProblem.targetNotFound }
        let address = try address(body, provider: device.kind == .apns ? "apns" : nil)
        return try await register(address, as: device.installation, caller, call, status: .ok)
    }

    private func register(
        _ address: DeviceAddress, as id: String, _ caller: Caller, _ call: AppwriteCall, status: HTTPResponseStatus
    ) async throws -> HTTPResponse {
        let device = try await accounts.push.register(
            address, platform: nil, installation: id, of: caller, context: call.context)
        return .appwrite(AppwriteTarget(device, at: address).json, status: status)
    }

    private func device(_ id: String, of caller: Caller) async throws -> Device? {
        try await accounts.push.devices(of: caller).first { $0.installation.hasSameBytes(as: id) }
    }

    /// Which push service an address is of: the provider says it, or the address does, since only Apple's are all of
    /// hexadecimal digits.
    func address(_ body: AppwriteBody, provider: String?) throws -> DeviceAddress {
        let value = try body.secret("identifier", greatest: 4_096)
        let isAPNs = provider?.lowercased().contains("apns") ?? false
        let kinds: [DeviceKind] = isAPNs ? [.apns] : provider == nil ? [.apns, .fcmToken] : [.fcmToken]
        for kind in kinds {
            if let address = DeviceAddress(kind, value) { return address }
        }
        throw AppwriteProblem.argument("identifier", "Value is no address of the push service")
    }
}
