import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

/// An app with Apple as its only sign-in method and without personal data: the account screen shows neither name nor
/// address.
@main struct FamilySyncApp: App {
    @State private var client = SesameClient(
        Surroundings(app: "familysync").configuration(apple: AppleSignInService(AppleSheetSource(asking: .nothing))))

    var body: some Scene {
        WindowGroup {
            AuthGate(client) { user in
                NavigationStack {
                    Form {
                        Text(user.uid).font(.footnote)
                        NavigationLink(Texts()[.accountTitle]) { AccountView(client) }
                    }
                    .navigationTitle("FamilySync")
                }
            }
        }
    }
}
