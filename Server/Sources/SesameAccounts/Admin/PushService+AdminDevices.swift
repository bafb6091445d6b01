import SesameCore
import SesameWire

extension PushService {
    /// Registers an address for pushes to a person, for the operator. It is a device of the person's newest session, and
    /// goes with that.
    ///
    /// - Throws: ``Refusal`` where the person is nowhere signed in: then it would be nobody's device.
    package func register(
        _ address: DeviceAddress, installation: String, of account: AccountID, in app: App, context: RequestContext
    ) async throws(Refusal) -> Device {
        guard let session = try await sessions.sessions(of: account, in: app.id).first else {
            throw Refusal(.invalidRequest, "the person has no session, with which the device would go", field: "userId")
        }
        let caller = Caller(app: app, session: session, checkedAt: environment.now)
        return try await register(address, platform: nil, installation: installation, of: caller, context: context)
    }

    /// Takes the registration of one of a person's devices back, for the operator.
    package func removeDevice(
        _ installation: String, of account: AccountID, in app: App, context: RequestContext
    ) async throws(Refusal) {
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
