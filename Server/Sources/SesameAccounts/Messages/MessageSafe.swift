import Crypto
import Foundation
import SesameCore

/// Seals messages that wait to be sent: a code stands nowhere in the clear until it leaves. The job's key is associated
/// data, so that what is sealed opens in no other job.
struct MessageSafe: Sendable {
    private static let version: UInt8 = 1

    let key: DerivedKey

    func seal(_ message: OutgoingMessage, as jobKey: String) throws(StorageError) -> [UInt8] {
        guard let text = try? JSONEncoder().encode(message),
            let sealed = (try? AES.GCM.seal(text, using: key.symmetric, authenticating: Array(jobKey.utf8)))?.combined
        else { throw .corrupt("a message cannot be sealed") }
        return [Self.version] + sealed
    }

    /// What waits; nil when it was sealed under another key or for another job, or was changed.
    func open(_ job: Job) -> OutgoingMessage? {
        guard job.payload.first == Self.version,
            let box = try? AES.GCM.SealedBox(combined: job.payload.dropFirst()),
            let text = try? AES.GCM.open(box, using: key.symmetric, authenticating: Array(job.key.utf8))
        else { return nil }
        return try? JSONDecoder().decode(OutgoingMessage.self, from: text)
    }
}
