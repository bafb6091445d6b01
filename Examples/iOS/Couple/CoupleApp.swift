import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

@main struct CoupleApp: App {
    @State private var couple = Couple(
        Surroundings(app: "couple").configuration(apple: AppleSheetSource(), google: Surroundings.google))

    var body: some Scene {
        WindowGroup {
            AuthGate(couple.client) { step in
                OnboardingPages(couple, at: step)
            } content: { user in
                NavigationStack { Home(couple, user) }
            }
        }
    }
}

/// The home screen: the user's name and subscription, the partner section, and a form for changes of the profile.
private struct Home: View {
    private let couple: Couple
    private let user: UserAuthInfo
    @State private var person: AppUser?

    init(_ couple: Couple, _ user: UserAuthInfo) {
        self.couple = couple
        self.user = user
    }

    var body: some View {
        Form {
            Section {
                Text(person?[.name] ?? "")
                Text(person?.isSubscribed == true ? "Subscribed" : "Not subscribed")
            }
            Partner(couple, user, partner: person?.partnerId ?? "")
            ProfileSection(couple.client) { draft in
                TextField("Name", text: draft[.name, or: ""])
                TextField("What you want to improve", text: draft[.relationshipImprovement, or: ""])
            }
            NavigationLink(Texts()[.accountTitle]) { AccountView(couple.client) }
        }
        .navigationTitle("Couple")
        .task {
            for await snapshot in couple.profiles.snapshots { person = snapshot.map { AppUser($0.profile) } }
        }
    }
}
