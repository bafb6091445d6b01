import AuthenticationServices
import Foundation
import Sesame
import SesameApple
import SwiftUI

// snippet.button
/// A sign-in page with Apple's own button.
struct AppleButtonPage: View {
    private let state: AppState
    @State private var apple: AppleButtonSignIn

    init(_ client: SesameClient) {
        state = client.state
        _apple = State(initialValue: AppleButtonSignIn(client))
    }

    var body: some View {
        VStack {
            if let problem = state.problem { Text(problem.localizedDescription) }
            SignInWithAppleButton { request in
                apple.configure(request)
            } onCompletion: { result in
                Task { await apple.signIn(with: result) }
            }
            .frame(height: 50)
            .disabled(!apple.isReady || state.isBusy)
            .task { await apple.run() }
        }
    }
}
// snippet.end
