package import Foundation
import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire

/// The one-time secret for the first admin key, in a file of the data folder that only the server's user can read. The
/// secret is valid once, for an hour after the server's start. It is not offered if an existing key may create keys.
package final class AdminBootstrap: Sendable {
    /// The name of the secret's file in the data folder.
    static let fileName = "bootstrap"
    /// The lifetime of the secret in seconds.
    static let lifetime: TimeInterval = 3_600

    private struct Offer {
        let secret: Secret
        let expiresAt: Date
    }

    private let path: String
    private let offer = Locked<Offer?>(nil)

    package init(folder: String) {
        path = folder + "/" + Self.fileName
    }

    /// Writes a new secret, which makes the secret of an earlier run invalid.
    package func open(at now: Date) throws(ConfigurationError) {
        removeFile()
        try KeyFile.generate(at: path, setting: "dataDir")
        let secret = try KeyFile.read(path, setting: "dataDir").text
        offer.withLock { $0 = Offer(secret: secret, expiresAt: now.addingTimeInterval(Self.lifetime)) }
    }

    /// Returns true if the secret is correct and has not expired.
    package func admits(_ presented: Secret, at now: Date) -> Bool {
        offer.withLock { offer in
            guard let offer, now < offer.expiresAt else { return false }
            return presented == offer.secret
        }
    }

    /// Revokes the secret and removes its file if the secret has expired.
    package func expire(at now: Date) {
        if offer.withLock({ offer in offer.map { now >= $0.expiresAt } ?? false }) { close() }
    }

    /// Revokes the secret and removes its file.
    package func close() {
        let wasOpen = offer.withLock { offer in
            defer { offer = nil }
            return offer != nil
        }
        if wasOpen { removeFile() }
    }

    /// Removes the secret's file, for example one from an earlier run.
    package func removeFile() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
