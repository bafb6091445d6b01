import SesameCore
import SesameWire

extension PushService {
    /// Registers a push token for an account, on behalf of the operator. The token belongs to a device of the account's
    /// newest session, and is removed with that session.
    ///
    /// - Throws: ``AccountError`` if the account has no session, and so no device.
    package func register(
        _ address: DevicePushToken, installation: String, of account: AccountID, in app: App, context: RequestContext
    ) async throws(AccountError) -> Device {
        guard let session = try await sessions.sessions(of: account, in: app.id).first else {
            throw AccountError(
                .invalidRequest, "the user has no session that the device could belong to", field: "userId")
        }
        let caller = Caller(app: app, session: session, checkedAt: environment.now)
        return try await register(address, platform: nil, installation: installation, of: caller, context: context)
    }

    /// Removes the push registration of one of an account's devices, on behalf of the operator; throws if the account
    /// has no such device.
    package func removeDevice(
        _ installation: String, of account: AccountID, in app: App, context: RequestContext
    ) async throws(AccountError) {
        let now = environment.now
        let wasThere = try await write { transaction throws(StorageError) -> Bool in
            let devices = try transaction.devices(of: account, in: app.id)
            guard let device = devices.first(where: { $0.installation.hasSameBytes(as: installation) }) else {
                return false
            }
            try transaction.deleteDevice(device.digest)
            try transaction.note(.deviceRemoved, device, at: now, context: context)
            return true
        }
        guard wasThere else { throw .noSuchDevice }
    }
}
