package import Foundation
import SesameCore
package import SesameWire

extension PushService {
    /// Registers the caller's device for pushes, or renews its registration.
    ///
    /// An address that another session registered before moves to this session, even if it was another user's, because
    /// the caller now uses the device.
    package func register(
        _ address: DevicePushToken, platform: DevicePlatform?, installation: String, of caller: Caller,
        context: RequestContext
    ) async throws(AccountError) -> Device {
        try limiter?.admitChange(of: caller.session.account)
        let registration = try DeviceRegistration(
            address, platform: platform, installation: installation, of: caller, cipher: devices, now: environment.now,
            context: context)
        return try await write { transaction throws(StorageError) in
            // The session may have ended since the call was checked; then the device is not registered.
            _ = try caller.requireCurrent(at: registration.now, transaction)
            return try registration.run(transaction)
        }
    }

    /// Returns the devices of the caller's live sessions, most recently registered first.
    package func devices(of caller: Caller) async throws(AccountError) -> [Device] {
        try await devices(of: caller.session.account, in: caller.app.id)
    }

    /// Returns the devices of an account's live sessions, most recently registered first.
    package func devices(of account: AccountID, in app: AppID) async throws(AccountError) -> [Device] {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            try reader.reachableDevices(of: account, in: app, at: now)
        }
    }

    /// Returns the current session's registration under an installation id; nil if there is none. Addresses of other
    /// sessions are not returned.
    package func registration(
        of installation: String, by caller: Caller
    ) async throws(AccountError) -> RegisteredPushToken? {
        let (session, now) = (caller.session, caller.checkedAt)
        let devices = try await read { reader throws(StorageError) in
            try reader.devices(of: session.account, in: session.app)
        }
        let own = devices.first { device in
            device.session == session.id && now < device.expiresAt
                && device.installation.hasSameBytes(as: installation)
        }
        guard let own else { return nil }
        do throws(StorageError) {
            return RegisteredPushToken(address: try self.devices.open(own), refreshedAt: own.refreshedAt)
        } catch {
            throw AccountError(error)
        }
    }

    /// Removes the registration of one of the caller's devices. Throws the same error for an unknown device and for
    /// another user's.
    package func removeDevice(
        _ installation: String, of caller: Caller, context: RequestContext
    ) async throws(AccountError) {
        let removal = DeviceRemoval(installation: installation, caller: caller, now: environment.now, context: context)
        let wasThere = try await write { transaction throws(StorageError) in try removal.run(transaction) }
        guard wasThere else { throw .noSuchDevice }
    }
}

/// A session's registration for pushes.
package struct RegisteredPushToken: Sendable, Equatable {
    /// The address to which pushes are sent.
    package let address: DevicePushToken
    /// The time of the last registration.
    package let refreshedAt: Date
}

extension StorageReader {
    /// Returns the account's devices whose session is live and whose registration has not expired. Pushes reach only
    /// those that are registered for FCM.
    func reachableDevices(
        of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> [Device] {
        var reachable: [Device] = []
        for device in try devices(of: account, in: app) where now < device.expiresAt {
            guard let state = try sessionState(device.session),
                state.session.refusal(disabledAt: state.disabledAt, at: now) == nil
            else { continue }
            reachable.append(device)
        }
        return reachable
    }
}

extension StorageTransaction {
    func note(
        _ kind: SecurityEvent.Kind, _ device: Device, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: device.app, account: device.account, session: device.session, at: now,
                context: context))
    }
}

extension AccountError {
    /// The refusal of an installation id that is unknown or belongs to another user.
    static let noSuchDevice = AccountError(.notFound, "the account has no such device")
}
