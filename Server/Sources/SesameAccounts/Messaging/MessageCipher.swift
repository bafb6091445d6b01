import Foundation
import SesameCore

/// The cipher for queued messages, so that no code is stored in plaintext. Each message is bound to its job's key.
struct MessageCipher: Sendable {
    let key: DerivedKey

    func seal(_ message: OutgoingMessage, as jobKey: String) throws(StorageError) -> [UInt8] {
        guard let text = try? JSONEncoder().encode(message), let sealed = Seal(key).seal(text, in: Array(jobKey.utf8))
        else { throw .corrupt("a message cannot be encrypted") }
        return sealed
    }

    /// Returns the decrypted message; nil if it was encrypted with another key or for another job, or was modified.
    func open(_ job: Job) -> OutgoingMessage? {
        Seal(key).open(job.payload, in: Array(job.key.utf8)).flatMap {
            try? JSONDecoder().decode(OutgoingMessage.self, from: Data($0))
        }
    }
}
