package import Foundation
import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire

/// The way to the first admin key: a secret in a file of the data folder, which only the server's user can read. It is
/// good for one exchange, within an hour of the start, and is not offered where a key is that can make others.
package final class AdminBootstrap: Sendable {
    /// The file's name in the data folder.
    static let fileName = "bootstrap"
    /// The seconds that the secret is valid.
    static let life: TimeInterval = 3_600

    private struct Offer {
        let secret: Secret
        let expiresAt: Date
    }

    private let path: String
    private let offer = Locked<Offer?>(nil)

    package init(folder: String) {
        path = folder + "/" + Self.fileName
    }

    /// Writes a new secret. One that an earlier run has left is worth nothing.
    package func open(at now: Date) throws(ConfigurationError) {
        removeFile()
        try KeyFile.generate(at: path, setting: "dataDir")
        let secret = try KeyFile.read(path, setting: "dataDir").text
        offer.withLock { $0 = Offer(secret: secret, expiresAt: now.addingTimeInterval(Self.life)) }
    }

    /// Returns true if this is the secret, and its time is not over.
    package func admits(_ presented: Secret, at now: Date) -> Bool {
        offer.withLock { offer in
            guard let offer, now < offer.expiresAt else { return false }
            return presented == offer.secret
        }
    }

    /// Takes the secret back when its time is over.
    package func expire(at now: Date) {
        if offer.withLock({ offer in offer.map { now >= $0.expiresAt } ?? false }) { close() }
    }

    /// Takes the secret back.
    package func close() {
        let wasOpen = offer.withLock { offer in
            defer { offer = nil }
            return offer != nil
        }
        if wasOpen { removeFile() }
    }

    /// Removes what an earlier run has left.
    package func removeFile() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
