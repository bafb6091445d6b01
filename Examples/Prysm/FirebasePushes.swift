public import Sesame
public import SesameFirebase

extension FirestoreProfileLayout {
    /// The layout of the user's document in a Firebase project. Its field `isProfileComplete` is true once the
    /// onboarding is complete.
    public static var prysm: Self {
        var layout = Self(flag: .completed("isProfileComplete"), updatedAt: nil, lastSignInAt: nil)
        layout.initial = { user in
            var fields: JSONObject = ["id": .string(user.uid)]
            fields["email"] = user.email.map { .string($0) }
            return fields
        }
        return layout
    }
}

// snippet.create
extension AuthService {
    /// Signs in at a Firebase project, creates the account's document, and then registers the device's push token.
    @discardableResult
    public func signIn(
        using source: some CredentialSource, documents: FirestoreProfileService, pushes: Pushes
    ) async throws(AuthError) -> UserAuthInfo {
        let user = try await signIn(using: source)
        try await documents.create(for: user.uid)
        await pushes.registrar.profileAppeared(for: user.uid)
        return user
    }
}
// snippet.end
