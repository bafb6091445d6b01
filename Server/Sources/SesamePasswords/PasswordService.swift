import CSodium
import Foundation
package import SesameAccounts
package import SesameCore

/// Hashes and checks passwords on threads of its own.
package final class PasswordService: PasswordHasher {
    /// The version of the library that hashes.
    package static let engineVersion = String(cString: sodium_version_string())

    private let parameters: Argon2id
    private let pool: HashPool
    /// The hash that a password is checked against where there is none, so that the answer takes as long.
    private let nobodys: PasswordHash
    private let observer: (@Sendable () -> Void)?

    /// Starts the threads. Half of the cores hash at most, so that the others are left to everybody who is signed in.
    ///
    /// - Parameters:
    ///   - parameters: What new hashes are made with.
    ///   - threads: How many passwords are hashed at once; nil for half of the cores.
    ///   - longestQueue: How many may wait.
    ///   - observer: Told of each check of a password by Argon2id.
    /// - Throws: ``Failure`` where the library or the memory is not there.
    package init(
        _ parameters: Argon2id = .usual, threads: Int? = nil, longestQueue: Int = 64,
        observer: (@Sendable () -> Void)? = nil
    ) throws {
        guard sodium_init() >= 0, let nobodys = parameters.hash(Secret("nobody's password")) else { throw Failure() }
        self.parameters = parameters
        self.nobodys = nobodys
        self.observer = observer
        pool = HashPool(
            threads: threads ?? min(4, ProcessInfo.processInfo.activeProcessorCount / 2), longestQueue: longestQueue)
    }

    /// Passwords cannot be hashed here.
    package struct Failure: Error, CustomStringConvertible {
        /// The error, with the missing part.
        package let description = "passwords cannot be hashed: libsodium cannot start, or there is no memory for it"
    }

    /// Hashes a password on one of the threads.
    package func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
        let hash = try await pool.run { [parameters] in parameters.hash(password) }
        guard let hash else { throw Refusal(.storageUnavailable, "there is no memory to hash with", retryAfter: 1) }
        return hash
    }

    /// Checks a password on one of the threads.
    package func verify(
        _ password: Secret, against hash: PasswordHash?
    ) async throws(Refusal) -> PasswordVerdict {
        try await pool.run { [parameters, nobodys, observer] in
            func isRight(_ hash: PasswordHash) -> Bool {
                observer?()
                return Argon2id.verify(password, against: hash)
            }
            guard let hash else {
                _ = isRight(nobodys)
                return .wrong
            }
            if let foreign = ForeignHash(hash) {
                if foreign.verify(password) { return .outdated }
                // Or a wrong password would be refused sooner, and tell that there is an imported account.
                if foreign.isCheap { _ = isRight(nobodys) }
                return .wrong
            }
            guard isRight(hash) else { return .wrong }
            return parameters.made(hash) ? .right : .outdated
        }
    }
}
