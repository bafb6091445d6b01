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
                NavigationStack {
                    Form {
                        Section { Person(couple) }
                        Partner(couple, user)
                        ProfileSection(couple.client) { draft in
                            TextField("Name", text: draft[.name, or: ""])
                            TextField("What you want to improve", text: draft[.relationshipImprovement, or: ""])
                        }
                        NavigationLink(Texts()[.accountTitle]) { AccountView(couple.client) }
                    }
                    .navigationTitle("Couple")
                }
            }
        }
    }
}

/// The person, as far as the server knows them.
private struct Person: View {
    private let couple: Couple

    init(_ couple: Couple) {
        self.couple = couple
    }

    var body: some View {
        if let person = FirebaseService(couple.profiles).currentUser {
            Text(person[.name] ?? "")
            Text(person.isSubscribed ? "Subscribed" : "Not subscribed")
            if let goals = person[.relationshipGoals], !goals.isEmpty { Text(goals.joined(separator: ", ")) }
        }
    }
}
