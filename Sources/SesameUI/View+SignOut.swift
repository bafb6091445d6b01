#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    extension View {
        /// Asks for confirmation before a sign-out. A guest sees a warning that the account cannot be recovered.
        func asksBeforeSignOut(
            _ state: AppState, isPresented: Binding<Bool>, texts: Texts
        ) -> some View {
            confirmationDialog(texts[.signOutQuestion], isPresented: isPresented, titleVisibility: .visible) {
                Button(texts[.signOut], role: state.currentUser?.isAnonymous == true ? .destructive : nil) {
                    Task { await state.signOut() }
                }
                Button(texts[.cancel], role: .cancel) {}
            } message: {
                if state.currentUser?.isAnonymous == true { Text(texts[.signOutGuestText]) }
            }
        }
    }
#endif
