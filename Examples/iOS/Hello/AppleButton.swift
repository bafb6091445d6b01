import AuthenticationServices
import Sesame
import SesameApple
import SwiftUI

// snippet.button
/// A sign-in page with Apple's own button.
struct AppleButtonPage: View {
    @State private var apple: AppleButtonSignIn

    init(_ client: SesameClient) {
        _apple = State(initialValue: AppleButtonSignIn(client))
    }

    var body: some View {
        SignInWithAppleButton { request in
            apple.configure(request)
        } onCompletion: { result in
            Task { await apple.signIn(with: result) }
        }
        .disabled(!apple.isReady)
        .task { await apple.run() }
    }
}
// snippet.end
