package import Foundation
package import SesameCore

/// A storage in an encrypted file that no other device can read: for where there is no Keychain.
///
/// The file is sealed with AES-256-GCM and bound to the machine's id, so a folder that was copied or restored onto
/// another machine is as good as empty there. It is readable by its owner only, and replaced as a whole.
package struct EncryptedFileDeviceStorage: DeviceStorage {
    private let file: SealedFile

    /// A storage in the given places. The key's folder is not to be the data's.
    /// - Parameter device: What tells this device from others.
    package init(name: String, folder: URL, keyFile: URL, device: String) {
        let name = SealedFile.name(for: name)
        file = SealedFile(
            path: folder.appendingPathComponent("\(name).device").path, key: KeyFile(path: keyFile.path),
            label: "sesame-device-1 \(name) \(device)")
    }

    /// Returns the content of this device. What is another one's, or was encrypted with a key that was lost, is
    /// nothing: all of it can be had anew.
    package func read() throws(AuthError) -> [UInt8]? {
        guard case .opened(let bytes) = try file.content() else { return nil }
        return bytes
    }

    /// Keeps the bytes; they are on the disk when this returns.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        try file.write(bytes)
    }

    /// The id that systemd and D-Bus give a machine (machine-id(5)), and on Linux the host's name where there is none; nil
    /// elsewhere, where all devices may have one name, or a device another one with each network.
    package static var machineID: String? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let bytes = Result { () throws(AuthError) in try DiskFile.read(path, byteLimit: 1_024) }
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
