public import Sesame

/// The person's document, under the names that the app's views call: at the server, on the disk, never lost.
public struct FirebaseService: Sendable {
    private let profiles: ProfileStore

    /// The service over the store of profiles.
    public init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// The person, as far as is known.
    public var currentUser: AppUser? { profiles.snapshot.map { AppUser($0.profile) } }

    /// A form on top of what is known.
    public func makeDraft() async throws(AuthError) -> ProfileDraft {
        try await profiles.draft()
    }

    /// Saves a page of the onboarding. Without a network the device keeps it, and the person goes on.
    @discardableResult
    public func savePartialUserData(
        _ draft: ProfileDraft, at step: OnboardingStep
    ) async throws(AuthError) -> ProfileSave {
        try await profiles.save(draft, at: step)
    }

    /// Saves the last page, and ends the onboarding.
    @discardableResult
    public func saveUserData(_ draft: ProfileDraft) async throws(AuthError) -> Profile {
        try await profiles.complete(draft)
    }
}
