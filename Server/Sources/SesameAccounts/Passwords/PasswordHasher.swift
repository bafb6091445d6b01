package import SesameCore

/// A service that hashes and verifies passwords with a deliberately slow algorithm; callers wait in a queue without
/// blocking other work.
package protocol PasswordHasher: Sendable {
    /// Hashes a password with the current parameters and a new salt.
    func hash(_ password: Secret) async throws(AccountError) -> PasswordHash

    /// Checks a password against a hash. If the hash is nil, the result is `mismatch` after the same time.
    func verify(_ password: Secret, against hash: PasswordHash?) async throws(AccountError) -> PasswordMatch
}

/// The result of checking a password against a hash.
package enum PasswordMatch: Sendable, Equatable {
    /// The password does not match, or there is no hash.
    case mismatch
    /// The password matches, and the hash has the current parameters.
    case match
    /// The password matches, but the hash has outdated parameters or comes from another system.
    case needsRehash
}
