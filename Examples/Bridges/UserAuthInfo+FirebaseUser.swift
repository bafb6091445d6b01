import FirebaseAuth
import Foundation
import Sesame

/// A conversion for apps that keep Firebase's SDK for a while. Copy this file into the app.
extension UserAuthInfo {
    /// Converts the user signed in with Firebase's SDK. The provider ids `apple.com` and `google.com` become `apple`
    /// and `google`.
    init(_ user: FirebaseAuth.User) {
        let names = ["apple.com": "apple", "google.com": "google"]
        self.init(
            uid: user.uid, email: user.email, isAnonymous: user.isAnonymous,
            creationDate: user.metadata.creationDate, lastSignInDate: user.metadata.lastSignInDate,
            displayName: user.displayName, photoURL: user.photoURL,
            providers: user.providerData.map { names[$0.providerID] ?? $0.providerID })
    }
}
