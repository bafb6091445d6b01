import ArgumentParser
import Foundation
import SesameAccounts
import SesameServer

/// Where `sesame dev` keeps its data and key.
struct DevelopmentFolder {
    let data: String
    let keyFile: String
    let pseudonymKeyFile: String
    let adminKeyFile: String
    private let temporary: String?

    /// The given folder, or a temporary one. A given one stays with the role that it was first used in: of the same
    /// subject, one role's data says that the real provider knows it, and the other's that anybody may have it.
    init(_ given: String?, role: DevelopmentSite.Role) throws {
        let files = FileManager.default
        if let given {
            let path = given.hasSuffix("/") ? String(given.dropLast()) : given
            data = path
            keyFile = path + ".key"
            pseudonymKeyFile = path + ".pseudonym-keys"
            adminKeyFile = path + ".admin-key"
            temporary = nil
            let marker = path + ".live"
            let isLive = role == .beside
            if files.fileExists(atPath: data) {
                guard files.fileExists(atPath: marker) == isLive else {
                    throw ValidationError(
                        "'\(path)' was begun \(isLive ? "without" : "with") --live; name another folder.")
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
        for file in [keyFile, adminKeyFile] where !files.fileExists(atPath: file) { try MasterKey.generate(at: file) }
        if !files.fileExists(atPath: pseudonymKeyFile) { try PseudonymKeys.generate(at: pseudonymKeyFile) }
    }

    func removeIfTemporary() {
        if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
    }
}
