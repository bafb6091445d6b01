import Crypto
import SesameCore

/// Seals and opens devices' addresses: AES-GCM under a key that is not in the database. The digest, by which an address
/// is found, is associated data, so that what is sealed opens in no other row.
struct DeviceSafe: Sendable {
    /// Before what is sealed, so that a key which comes after this one can tell whose work it is.
    private static let version: UInt8 = 1

    let sealing: DerivedKey
    let digests: DerivedKey

    /// What stands for an address in one app. No two addresses are the same bytes: only the last part has no length.
    func digest(of address: DeviceAddress, in app: AppID) -> [UInt8] {
        let name = Array(app.description.utf8)
        return digests.code(
            for: [UInt8(name.count)] + name + Array(address.kind.rawValue.utf8) + [0]
                + Array(address.value.exposed.utf8))
    }

    func seal(_ address: DeviceAddress, digest: [UInt8]) throws(StorageError) -> [UInt8] {
        guard
            let box = try? AES.GCM.seal(
                Array(address.value.exposed.utf8), using: sealing.symmetric, authenticating: digest),
            let sealed = box.combined
        else { throw .corrupt("a device's address cannot be sealed") }
        return [Self.version] + sealed
    }

    /// The address; throws when it was sealed under another key or for another row, or was changed.
    func open(_ device: Device) throws(StorageError) -> DeviceAddress {
        guard device.sealed.first == Self.version else {
            throw .corrupt("a device's address was sealed by a later version")
        }
        guard
            let box = try? AES.GCM.SealedBox(combined: device.sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: sealing.symmetric, authenticating: device.digest),
            let text = String(validating: bytes, as: UTF8.self), let address = DeviceAddress(device.kind, Secret(text))
        else { throw .corrupt("a device's address cannot be opened") }
        return address
    }
}
