import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

/// Apple alone, and nothing about the person: the account screen has no name to show, and no address.
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
