public import SesameCore

/// A back end for profiles: ours, or another vendor's.
///
/// It keeps nothing and merges nothing; ``ProfileStore`` does. Every call is in the name of the person of that uid, and
/// throws rather than to be made in another one's.
public protocol ProfileService: Sendable {
    /// The person's profile; nil only when the server has said that there is none. Anything else that is no profile is
    /// thrown.
    func load(for uid: String) async throws(AuthError) -> Profile?

    /// Changes the fields that the change names and no other, all or none. Returns the profile as it is then.
    ///
    /// Throws ``SesameCore/AuthError/Code/preconditionFailed`` when the profile has another version than the change was
    /// made on, unless all that it asks for is there already; ``SesameCore/AuthError/newest`` holds the newest one.
    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile

    /// Ends the onboarding. Throws ``SesameCore/AuthError/Code/profileIncomplete``, with the fields that are missing,
    /// when there are any. Completing twice is completing once.
    func complete(for uid: String) async throws(AuthError) -> Profile
}
