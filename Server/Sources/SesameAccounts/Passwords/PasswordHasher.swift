package import SesameCore

/// A hasher of passwords. Hashing is slow by design; callers wait in a queue without blocking other work.
package protocol PasswordHasher: Sendable {
    /// Hashes a password with the current parameters.
    func hash(_ password: Secret) async throws(AccountError) -> PasswordHash

    /// Returns the result of checking a password. Without a hash the result is `wrong`, after the same time.
    func verify(_ password: Secret, against hash: PasswordHash?) async throws(AccountError) -> PasswordMatch
}

/// The result of checking a password against a hash.
package enum PasswordMatch: Sendable, Equatable {
    /// The password does not match.
    case wrong
    /// The password matches.
    case right
    /// The password matches, and the hash has outdated parameters.
    case needsRehash
}
