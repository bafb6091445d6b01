import Foundation
public import SesameCore

extension AccountSystem {
    /// Registers the caller's device for pushes, or notes that it is still there.
    ///
    /// An address that another session registered before is this session's from now on, whoever's that was: the device
    /// is in this person's hands.
    public func register(
        _ address: DeviceAddress, platform: DevicePlatform?, installation: String, of caller: Caller,
        context: RequestContext
    ) async throws(Refusal) -> Device {
        try limiter?.admitChange(of: caller)
        guard Device.isInstallation(installation) else {
            throw Refusal(
                .invalidRequest, "an installation's id has up to 128 letters, digits, -, ., _ and ~",
                field: "installation")
        }
        let digest = devices.digest(of: address, in: caller.app.id)
        let sealed: [UInt8]
        do throws(StorageError) { sealed = try devices.seal(address, digest: digest) } catch { throw Refusal(error) }
        let registration = DeviceRegistration(
            caller: caller, installation: installation, kind: address.kind, digest: digest, sealed: sealed,
            platform: platform, now: environment.now, context: context)
        return try await write { transaction throws(StorageError) in try registration.run(transaction) }.get()
    }

    /// The devices of the caller's live sessions, the one registered last first.
    public func devices(of caller: Caller) async throws(Refusal) -> [Device] {
        try await devices(of: caller.session.account, in: caller.app.id)
    }

    /// The devices of an account's live sessions, the one registered last first.
    public func devices(of account: AccountID, in app: AppID) async throws(Refusal) -> [Device] {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            try reader.reachableDevices(of: account, in: app, at: now)
        }
    }

    /// Takes the registration of one of the caller's devices back. Another person's is answered like an unknown one.
    public func removeDevice(
        _ installation: String, of caller: Caller, context: RequestContext
    ) async throws(Refusal) {
        let (account, app, now) = (caller.session.account, caller.app.id, environment.now)
        let wasThere = try await write { transaction throws(StorageError) -> Bool in
            let devices = try transaction.devices(of: account, in: app)
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

/// One registration, in one transaction.
private struct DeviceRegistration: Sendable {
    let caller: Caller
    let installation: String
    let kind: DeviceKind
    let digest: [UInt8]
    let sealed: [UInt8]
    let platform: DevicePlatform?
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<Device, Refusal> {
        // The session may have ended since the call was checked; then the device is nobody's.
        if case .failure(let refusal) = try caller.current(at: now, transaction) { return .failure(refusal) }
        let (app, account) = (caller.app, caller.session.account)
        let before = try transaction.devices(of: account, in: app.id)
        let same = before.first { $0.installation.hasSameBytes(as: installation) }
        if let other = try transaction.device(digest), other.account != account {
            try transaction.note(.deviceMoved, other, at: now, context: context)
        }
        let device = Device(
            app: app.id, account: account, session: caller.session.id, installation: installation, kind: kind,
            digest: digest, sealed: sealed, platform: platform ?? same?.platform, createdAt: same?.createdAt ?? now,
            refreshedAt: now, expiresAt: now.addingTimeInterval(app.push.deviceLife))
        try transaction.put(device)
        if same == nil {
            try transaction.note(.deviceAdded, device, at: now, context: context)
            try makeRoom(among: before, transaction)
        }
        return .success(device)
    }

    private func makeRoom(
        among before: [Device], _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let kept = before.filter { $0.digest != digest }
        for device in kept.dropFirst(Device.greatestCount - 1) {
            try transaction.deleteDevice(device.digest)
            try transaction.note(.deviceRemoved, device, at: now, context: context)
        }
    }
}

extension StorageReader {
    /// The devices that a push to the account would reach: those of sessions that can be used.
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

extension Refusal {
    /// The same for an installation that is unknown, and for another person's.
    fileprivate static let noSuchDevice = Refusal(.notFound, "the account has no such device")
}
