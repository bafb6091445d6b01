public import SesameCore

/// A back end for profiles: Sesame's, or another vendor's.
///
/// A service stores and merges nothing on the device, because ``ProfileStore`` does. Every call concerns the user with
/// the given uid, and throws if another user is signed in.
public protocol ProfileService: Sendable {
    /// Returns the user's profile; nil only if the server has reported that there is none. Any other failure is thrown.
    func load(for uid: String) async throws(AuthError) -> Profile?

    /// Changes exactly the fields that the change contains, all or none, and returns the resulting profile.
    ///
    /// Throws ``SesameCore/AuthError/Code/preconditionFailed`` if the profile's version differs from the change's,
    /// unless the profile already has all changes; ``SesameCore/AuthError/newest`` holds the newest profile.
    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile

    /// Completes the onboarding. Throws ``SesameCore/AuthError/Code/profileIncomplete``, with the missing fields, if
    /// there are any. A repeated call has no further effect.
    func complete(for uid: String) async throws(AuthError) -> Profile
}
