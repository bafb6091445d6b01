package import SesameCore

/// Hashes passwords, and tells whether one is that of a hash. Takes long on purpose, and makes callers wait for their
/// turn without holding up anything else.
package protocol PasswordHasher: Sendable {
    /// Hashes a password with the parameters of today.
    func hash(_ password: Secret) async throws(Refusal) -> PasswordHash

    /// Returns true if the password is the hash's. Without a hash the answer is no, after as long as it would have
    /// taken otherwise.
    func verify(_ password: Secret, against hash: PasswordHash?) async throws(Refusal) -> PasswordVerdict
}

/// The result of checking a password against a hash.
package enum PasswordVerdict: Sendable, Equatable {
    /// It is another one.
    case wrong
    /// It is the one.
    case right
    /// It is the one, and the hash is not as one would be made today.
    case outdated
}
