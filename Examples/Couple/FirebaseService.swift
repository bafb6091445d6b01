public import Sesame

/// A wrapper around the profile store, with the method names that the app's existing views call.
public struct FirebaseService: Sendable {
    private let profiles: ProfileStore

    /// Creates the service with the app's profile store.
    public init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// The user's profile as stored on the device; nil if there is none.
    public var currentUser: AppUser? { profiles.snapshot.map { AppUser($0.profile) } }

    /// Returns a draft of the profile that contains the values known so far.
    public func makeDraft() async throws(AuthError) -> ProfileDraft {
        try await profiles.draft()
    }

    /// Saves a page of the onboarding. Without a network, the device stores it and the user continues.
    @discardableResult
    public func savePartialUserData(
        _ draft: ProfileDraft, at step: OnboardingStep
    ) async throws(AuthError) -> ProfileSaveResult {
        try await profiles.save(draft, at: step)
    }

    /// Saves the last page, completes the onboarding and returns the profile. Throws `profileIncomplete` with the
    /// missing fields.
    @discardableResult
    public func saveUserData(_ draft: ProfileDraft) async throws(AuthError) -> Profile {
        try await profiles.complete(draft)
    }
}
