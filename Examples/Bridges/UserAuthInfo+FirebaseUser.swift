import FirebaseAuth
import Foundation
import Sesame

/// For apps that keep Firebase's SDK for a while: copy this file into the app.
extension UserAuthInfo {
    /// The person whom Firebase's SDK has signed in, with the providers by our names.
    init(_ user: FirebaseAuth.User) {
        let names = ["apple.com": "apple", "google.com": "google"]
        self.init(
            uid: user.uid, email: user.email, isAnonymous: user.isAnonymous,
            creationDate: user.metadata.creationDate, lastSignInDate: user.metadata.lastSignInDate,
            displayName: user.displayName, photoURL: user.photoURL,
            providers: user.providerData.map { names[$0.providerID] ?? $0.providerID })
    }
}
