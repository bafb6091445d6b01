import Foundation
import SesameCore
import SesameWire

/// The change to the device that a request came from.
package enum DeviceChange: Sendable, Equatable {
    /// The device is registered under an installation's id.
    case register(DevicePushToken, installation: String)
    /// The registration of the installation is removed, if it exists.
    case remove(installation: String)
}

/// A change of the caller's devices, in the transaction that checked the caller.
struct DeviceTransaction: Sendable {
    private enum Step {
        case register(DeviceRegistration)
        case remove(DeviceRemoval)
    }

    private let step: Step

    init(
        _ change: DeviceChange, of caller: Caller, cipher: PushTokenCipher, now: Date, context: RequestContext
    ) throws(AccountError) {
        step =
            switch change {
            case .register(let address, let installation):
                .register(
                    try DeviceRegistration(
                        address, platform: nil, installation: installation, of: caller, cipher: cipher, now: now,
                        context: context))
            case .remove(let installation):
                .remove(DeviceRemoval(installation: installation, caller: caller, now: now, context: context))
            }
    }

    func run(_ transaction: any StorageTransaction) throws(StorageError) {
        switch step {
        case .register(let registration): _ = try registration.run(transaction)
        case .remove(let removal): _ = try removal.run(transaction)
        }
    }
}

struct DeviceRegistration: Sendable {
    private let caller: Caller
    private let installation: String
    private let kind: DeviceKind
    private let digest: [UInt8]
    private let sealed: [UInt8]
    private let platform: DevicePlatform?
    let now: Date
    private let context: RequestContext

    init(
        _ address: DevicePushToken, platform: DevicePlatform?, installation: String, of caller: Caller,
        cipher: PushTokenCipher, now: Date, context: RequestContext
    ) throws(AccountError) {
        guard Device.isInstallation(installation) else {
            throw AccountError(
                .invalidRequest, "the installation id must be 1 to 128 letters, digits, -, ., _ and ~",
                field: "installation")
        }
        digest = cipher.digest(of: address, in: caller.app.id)
        do throws(StorageError) {
            sealed = try cipher.seal(address, digest: digest)
        } catch {
            throw AccountError(error)
        }
        self.caller = caller
        self.installation = installation
        self.platform = platform
        self.now = now
        self.context = context
        kind = address.kind
    }

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Device {
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
        return device
    }

    private func makeRoom(
        among before: [Device], _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let kept = before.filter { $0.digest != digest }
        for device in kept.dropFirst(Device.maxPerAccount - 1) {
            try transaction.deleteDevice(device.digest)
            try transaction.note(.deviceRemoved, device, at: now, context: context)
        }
    }
}

/// The removal of the caller's device that has the installation's id.
struct DeviceRemoval: Sendable {
    let installation: String
    let caller: Caller
    let now: Date
    let context: RequestContext

    /// Removes the registration, and records an event.
    ///
    /// - Returns: True if the device existed.
    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Bool {
        let devices = try transaction.devices(of: caller.session.account, in: caller.app.id)
        guard let device = devices.first(where: { $0.installation.hasSameBytes(as: installation) }) else {
            return false
        }
        try transaction.deleteDevice(device.digest)
        try transaction.note(.deviceRemoved, device, at: now, context: context)
        return true
    }
}
