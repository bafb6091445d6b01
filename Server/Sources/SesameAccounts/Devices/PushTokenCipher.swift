import SesameCore

/// A cipher for devices' push tokens. Each ciphertext is bound to the token's digest, which is its key in the database.
struct PushTokenCipher: Sendable {
    let sealing: DerivedKey
    let digests: DerivedKey

    /// Returns a keyed digest of a push token in one app. The hashed parts are delimited, so that different apps, kinds
    /// and tokens never result in the same input.
    func digest(of address: DevicePushToken, in app: AppID) -> [UInt8] {
        let name = Array(app.description.utf8)
        return digests.code(
            for: [UInt8(name.count)] + name + Array(address.kind.rawValue.utf8) + [0]
                + Array(address.value.exposed.utf8))
    }

    func seal(_ address: DevicePushToken, digest: [UInt8]) throws(StorageError) -> [UInt8] {
        guard let sealed = Seal(sealing).seal(Array(address.value.exposed.utf8), in: digest) else {
            throw .corrupt("a device's push token cannot be encrypted")
        }
        return sealed
    }

    /// Decrypts a device's push token; throws if it was encrypted with another key or for another row, or was changed.
    func open(_ device: Device) throws(StorageError) -> DevicePushToken {
        guard let bytes = Seal(sealing).open(device.sealed, in: device.digest),
            let text = String(validating: bytes, as: UTF8.self),
            let address = DevicePushToken(device.kind, Secret(text))
        else { throw .corrupt("a device's push token cannot be decrypted or decoded") }
        return address
    }
}
