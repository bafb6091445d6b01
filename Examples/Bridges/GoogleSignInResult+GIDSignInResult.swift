import Foundation
import GoogleSignIn
import Sesame

/// An initializer for apps that keep Google's SDK. Copy this file into the app.
///
/// ```swift
/// let nonce = try await manager.nonce(for: .signIn)
/// let result = try await GIDSignIn.sharedInstance.signIn(
///     withPresenting: controller, hint: nil, additionalScopes: nil, nonce: nonce.forGoogle)
/// guard let result = GoogleSignInResult(result, nonce: nonce, role: "ACTEUR") else { return }
/// try await manager.signInWithGoogle(result: result)
/// ```
extension GoogleSignInResult {
    /// Converts the result of Google's SDK; nil if it has no ID token.
    /// - Parameters:
    ///   - nonce: The nonce passed to the SDK; nil for versions that take none.
    ///   - role: The role that the user chose before, in apps with roles.
    init?(_ result: GIDSignInResult, nonce: Nonce? = nil, role: String? = nil) {
        guard let idToken = result.user.idToken?.tokenString else { return nil }
        let profile = result.user.profile
        self.init(
            idToken: Secret(idToken), nonce: nonce, email: profile?.email, givenName: profile?.givenName,
            familyName: profile?.familyName, displayName: profile?.name,
            photoURL: profile?.hasImage == true ? profile?.imageURL(withDimension: 320) : nil, role: role)
    }
}
