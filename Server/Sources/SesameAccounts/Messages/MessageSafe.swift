import Foundation
import SesameCore

/// Seals messages that wait to be sent: a code stands nowhere in the clear until it leaves. Each belongs to its job's key.
struct MessageSafe: Sendable {
    let key: DerivedKey

    func seal(_ message: OutgoingMessage, as jobKey: String) throws(StorageError) -> [UInt8] {
        guard let text = try? JSONEncoder().encode(message), let sealed = Seal(key).seal(text, in: Array(jobKey.utf8))
        else { throw .corrupt("a message cannot be sealed") }
        return sealed
    }

    /// Decrypts a waiting message; nil if it was encrypted under another key or for another job, or was changed.
    func open(_ job: Job) -> OutgoingMessage? {
        Seal(key).open(job.payload, in: Array(job.key.utf8)).flatMap {
            try? JSONDecoder().decode(OutgoingMessage.self, from: Data($0))
        }
    }
}
