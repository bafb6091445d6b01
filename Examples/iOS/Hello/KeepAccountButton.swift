import Sesame
import SwiftUI

// snippet.button
/// Makes a person of a guest, with Google.
struct KeepAccountButton: View {
    let state: AppState
    let google: GoogleWebSignIn

    var body: some View {
        Button("Keep my account with Google") { Task { await state.upgrade(using: google) } }
            .disabled(state.isBusy)
            .confirmationDialog("You have an account already", isPresented: mustChoose, titleVisibility: .visible) {
                if case .chooseAccount(_?) = state.problem?.recovery {
                    Button("Go on with that one") { Task { await state.settle(.switch) } }
                    Button("Put both together") { Task { await state.settle(.merge) } }
                } else {
                    // That account asks for a second factor: it cannot be taken over from here.
                    Button("Sign in to that one") {
                        Task { await state.signIn(using: google, replacingGuest: true) }
                    }
                }
                Button("Stay here", role: .cancel) { state.dismissProblem() }
            }
    }

    private var mustChoose: Binding<Bool> {
        Binding(
            get: { @MainActor in if case .chooseAccount(_) = state.problem?.recovery { true } else { false } },
            set: { @MainActor _ in })
    }
}
// snippet.end
