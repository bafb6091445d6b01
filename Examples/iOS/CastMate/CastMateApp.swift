import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

@main struct CastMateApp: App {
    @State private var client = SesameClient(
        Surroundings(app: "castmate").configuration(apple: AppleSheetSource(), google: Surroundings.google),
        roles: [UserType.actor, .agency].map(\.rawValue))

    var body: some Scene {
        WindowGroup {
            AuthGate(client, fields: Self.fields, texts: Self.texts) { user in
                NavigationStack {
                    Form {
                        // The account's role decides, not the switch of the sign-in.
                        Text(Self.texts.name(ofRole: user.role ?? ""))
                        NavigationLink(Self.texts[.accountTitle]) { AccountView(client, texts: Self.texts) }
                    }
                    .navigationTitle("CastMate")
                }
            }
        }
    }

    /// The profile's fields, as named by the server's configuration of the app.
    private static let fields = [
        RegistrationField("prenom", .givenName, isRequired: true),
        RegistrationField("nom", .familyName, isRequired: true), RegistrationField("bio"),
    ]

    /// The package's texts, with display names for the app's roles.
    private static var texts: Texts {
        let names =
            switch TextLanguage.preferred {
            case .french: (actor: "Acteur", agency: "Agence")
            case .english: (actor: "Actor", agency: "Agency")
            }
        return Texts(roles: [UserType.actor.rawValue: names.actor, UserType.agency.rawValue: names.agency])
    }
}
