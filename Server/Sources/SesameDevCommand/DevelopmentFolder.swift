import Foundation
import SesameAccounts
import SesameCore
import SesameOperations
import SesameTerminal

/// The folder with the data of `sesame dev`, and the key files next to it.
struct DevelopmentFolder {
    let data: String
    let keyFile: String
    let pseudonymKeyFile: String
    let adminKeyFile: String
    private let temporary: String?

    /// Opens the given folder, or creates a temporary one, and generates missing keys. Throws if an existing folder was
    /// created with `--live` and is opened without the flag, or was created without the flag and is opened with it:
    /// with `--live`, the real providers verify the subjects in the data; without the flag, any developer may choose
    /// them.
    init(_ given: String?, role: DevelopmentServices.Role) throws {
        let files = FileManager.default
        if let given {
            let path = given.hasSuffix("/") ? String(given.dropLast()) : given
            data = path
            keyFile = path + ".key"
            pseudonymKeyFile = path + ".pseudonym-keys"
            adminKeyFile = path + ".admin-key"
            temporary = nil
            let marker = path + ".live"
            let isLive = role == .additional
            if files.fileExists(atPath: data) {
                guard files.fileExists(atPath: marker) == isLive else {
                    throw CommandFailure(
                        "'\(path)' was created \(isLive ? "without" : "with") --live; name another folder.")
                }
            } else if isLive {
                try Data().write(to: URL(fileURLWithPath: marker))
            } else if files.fileExists(atPath: marker) {
                try files.removeItem(atPath: marker)
            }
        } else {
            let folder = files.temporaryDirectory
                .appendingPathComponent("sesame-\(UUID().uuidString.lowercased())").path
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            data = folder + "/data"
            keyFile = folder + "/key"
            pseudonymKeyFile = folder + "/pseudonym-keys"
            adminKeyFile = folder + "/admin-key"
            temporary = folder
        }
        if !files.fileExists(atPath: keyFile) { try MasterKey.generate(at: keyFile) }
        if !files.fileExists(atPath: pseudonymKeyFile) { try PseudonymKeys.generate(at: pseudonymKeyFile) }
    }

    /// The admin key of an earlier run; nil if there is none.
    var adminKey: Secret? {
        (try? String(contentsOfFile: adminKeyFile, encoding: .utf8)).map {
            Secret($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Stores the admin key in a file that only its owner can read, in place of an earlier one.
    func keep(adminKey: Secret) throws {
        try SecretFile.write(adminKey, to: adminKeyFile, replacing: true)
    }

    func removeIfTemporary() {
        if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
    }
}
