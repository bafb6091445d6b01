import CSodium
import Foundation
package import SesameAccounts
package import SesameCore

/// The service that hashes and checks passwords on its own threads.
package final class PasswordService: PasswordHasher {
    /// The version of libsodium, which hashes the passwords.
    package static let engineVersion = String(cString: sodium_version_string())

    private let parameters: Argon2id
    private let pool: HashPool
    /// The hash that is checked for a missing account, so that the response takes the same time.
    private let nobodys: PasswordHash
    private let observer: (@Sendable () -> Void)?

    /// Starts the threads. By default, at most half of the cores hash passwords, and one on a machine with a single
    /// core, so that the others remain available to signed-in users.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of new hashes.
    ///   - threads: The number of passwords hashed at once; nil for half of the cores, at least one and at most four.
    ///   - maxQueueLength: The maximum number of waiting operations.
    ///   - observer: Called before each check of a password against an Argon2id hash that was not imported.
    /// - Throws: ``Failure`` if the library or the memory is not available.
    package init(
        _ parameters: Argon2id = .recommended, threads: Int? = nil, maxQueueLength: Int = 64,
        observer: (@Sendable () -> Void)? = nil
    ) throws {
        guard sodium_init() >= 0, let nobodys = parameters.hash(Secret("nobody's password")) else { throw Failure() }
        self.parameters = parameters
        self.nobodys = nobodys
        self.observer = observer
        pool = HashPool(
            threads: threads ?? min(4, ProcessInfo.processInfo.activeProcessorCount / 2), maxQueueLength: maxQueueLength
        )
    }

    /// The error if passwords cannot be hashed on this machine.
    package struct Failure: Error, CustomStringConvertible {
        /// The explanation for the operator, with the two possible causes.
        package let description =
            "passwords cannot be hashed: libsodium cannot be initialized, or there is not enough memory"
    }

    /// Hashes a password on one of the threads. Throws `rateLimited` if too many passwords are waiting.
    package func hash(_ password: Secret) async throws(AccountError) -> PasswordHash {
        let hash = try await pool.run { [parameters] in parameters.hash(password) }
        guard let hash else {
            throw AccountError(.storageUnavailable, "there is not enough memory to hash the password", retryAfter: 1)
        }
        return hash
    }

    /// Checks a password on one of the threads. Without a hash, the check takes as long and returns `mismatch`. Throws
    /// `rateLimited` if too many passwords are waiting.
    package func verify(
        _ password: Secret, against hash: PasswordHash?
    ) async throws(AccountError) -> PasswordMatch {
        try await pool.run { [parameters, nobodys, observer] in
            func isRight(_ hash: PasswordHash) -> Bool {
                observer?()
                return Argon2id.verify(password, against: hash)
            }
            guard let hash else {
                _ = isRight(nobodys)
                return .mismatch
            }
            if let foreign = ImportedPasswordHash(hash) {
                if foreign.verify(password) { return .needsRehash }
                // Without this, a wrong password would be refused sooner, which would reveal an imported account.
                if foreign.isCheap { _ = isRight(nobodys) }
                return .mismatch
            }
            guard isRight(hash) else { return .mismatch }
            return parameters.made(hash) ? .match : .needsRehash
        }
    }
}
