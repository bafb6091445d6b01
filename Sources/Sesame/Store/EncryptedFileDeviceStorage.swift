package import Foundation
package import SesameCore

/// A storage in an encrypted file that no other device can read, for systems without a Keychain.
///
/// The file is encrypted with AES-256-GCM and bound to the machine's id, so a copy of the folder on another machine
/// reads as empty. Only the file's owner can read the file, and each write replaces it as a whole.
package struct EncryptedFileDeviceStorage: DeviceStorage {
    private let file: SealedFile

    /// Creates a storage in the given places. The key must not be in the data's folder.
    ///
    /// - Parameter device: The device's unique id.
    package init(name: String, folder: URL, keyFile: URL, device: String) {
        let name = SealedFile.name(for: name)
        file = SealedFile(
            path: folder.appendingPathComponent("\(name).device").path, key: KeyFile(path: keyFile.path),
            label: "sesame-device-1 \(name) \(device)")
    }

    /// Returns the content of this device. Data of another device, or encrypted with a lost key, reads as nil, because
    /// all of it can be obtained again.
    package func read() throws(AuthError) -> [UInt8]? {
        guard case .opened(let bytes) = try file.content() else { return nil }
        return bytes
    }

    /// Stores the bytes; they are on the disk when this returns.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        try file.write(bytes)
    }

    /// The machine id of systemd and D-Bus (machine-id(5)), or on Linux the host name if it is missing. Nil on other
    /// systems, where devices may share a name, or the name may change with the network.
    package static var machineID: String? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let bytes = Result { () throws(AuthError) in try DiskFile.read(path, maxBytes: 1_024) }
            guard case .success(let bytes?) = bytes else { continue }
            let id = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if !id.isEmpty { return id }
        }
        #if os(Linux)
            return ProcessInfo.processInfo.hostName
        #else
            return nil
        #endif
    }
}
