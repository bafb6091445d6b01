import Foundation
import Sesame
import SesameCore
import SesameFirebase
import SesameTexts

/// Couple: Apple, an onboarding in steps, an app that is killed without a network, and the way back.
struct CoupleScene: Scene {
    let subject = Words(
        "Apple, an onboarding in steps, and an app that is killed on the way",
        "Apple, un parcours en étapes, et une app qui est tuée en chemin")

    func play(on stage: Stage) async throws {
        let phone = Phone(Self.app, on: stage)
        let person = stage.person(1)
        try await signIn(person, on: phone)
        try await beginOnboarding(on: phone)
        try await loseNetworkAndApp(on: phone)
        try await finishOnboarding(on: phone)
        try await cheat(on: phone)
        try await comeBack(person, on: phone)
    }

    @MainActor private func signIn(_ person: Person, on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(
            Words(
                "\(person.name) opens the app for the first time.", "\(person.name) ouvre l’app pour la première fois.")
        )
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(
            Words(
                "\(person.name) taps Apple’s button twice, and agrees.",
                "\(person.name) touche deux fois le bouton d’Apple, et accepte."))
        async let first: Void = phone.signInWithApple(as: person)
        async let second: Void = phone.signInWithApple(as: person)
        _ = await (first, second)
        try await phone.shows(.onboarding("aboutYou"))
        try await stage.expect(
            Words("Apple’s sheet was shown once", "la fenêtre d’Apple n’est apparue qu’une fois"), 1
        ) { stage.consents.sheetCount }
        try await stage.expect(
            Words(
                "the profile begins with the name that Apple gives this one time",
                "le profil commence avec le nom qu’Apple ne donne que cette fois"), person.name
        ) { phone.profile?[.name] ?? "" }
    }

    @MainActor private func beginOnboarding(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(
            Words("An impatient thumb wants to be done at once.", "Un pouce impatient veut avoir fini tout de suite."))
        let error = try await stage.expect(
            Words("the server says what is missing", "le serveur dit ce qui manque"), refusal: .profileIncomplete
        ) { try await phone.finish() }
        let missing = phone.app.labels(of: error.fields)
        stage.remark(Words("missing: \(missing.english)", "il manque : \(missing.french)"))

        stage.step(Words("The date of birth is filled in.", "La date de naissance est renseignée."))
        _ = try await phone.fill(next: "goals") { $0[.birthDate] = CalendarDay("1990-05-17") }
        try await phone.shows(.onboarding("goals"))
    }

    @MainActor private func loseNetworkAndApp(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(
            Words(
                "In a tunnel the goals are chosen. The network is gone.",
                "Dans un tunnel, les objectifs sont choisis. Il n’y a plus de réseau."))
        phone.setOffline(true)
        let save = try await phone.fill(next: "relationship") { $0[.goals] = ["talk more", "laugh more"] }
        try await phone.shows(.onboarding("relationship"))
        try stage.expect(
            Words("the goals wait on the phone’s disk", "les objectifs attendent sur le disque du téléphone"),
            .queued(save.profile, .offline), is: save)

        stage.step(
            Words(
                "The system kills the app. Still in the tunnel it is opened again.",
                "Le système tue l’app. Toujours dans le tunnel, elle est rouverte."))
        phone.kill()
        phone.launch()
        try await phone.shows(
            .waiting.with(.offline),
            Words(
                "it says that there is no connection, and begins nothing anew",
                "elle dit qu’il n’y a pas de connexion, et ne recommence rien"))

        stage.step(Words("After the tunnel: “Try again”.", "Après le tunnel : « Réessayer »."))
        phone.setOffline(false)
        phone.running.state.retry()
        try await phone.shows(
            .onboarding("relationship"),
            Words("the onboarding goes on where it was left", "le parcours reprend là où il s’est arrêté"))
        try await stage.expect(
            Words("nothing that was filled in is lost", "rien de ce qui était renseigné n’est perdu"),
            ["1990-05-17", "talk more", "laugh more"]
        ) { [phone.profile?[.birthDate]?.text ?? ""] + (phone.profile?[.goals] ?? []) }
        await phone.running.profiles.deliverChanges()
        try await stage.expect(
            Words("and nothing waits any more", "et rien n’attend plus"), []
        ) { phone.running.profiles.snapshot?.waiting ?? ["?"] }
    }

    @MainActor private func finishOnboarding(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(Words("Two more pages, and “Done”.", "Encore deux pages, puis « Terminer »."))
        _ = try await phone.fill(next: "questions") { $0[.duration] = "oneToFiveYears" }
        try await phone.shows(.onboarding("questions"))
        try await phone.finish { $0[.questionMode] = "every day" }
        try await phone.shows(.app)
    }

    @MainActor private func cheat(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(
            Words(
                "A copy of the app that somebody has tampered with wants a subscription for nothing.",
                "Une copie trafiquée de l’app veut un abonnement gratuit."))
        try await stage.expect(
            Words("the server refuses: only it can say so", "le serveur refuse : lui seul peut le dire"),
            refusal: .readOnlyField
        ) {
            var draft = try await phone.running.profiles.draft()
            draft[.isSubscribed] = true
            try await phone.running.profiles.save(draft)
        }
        try await stage.expect(Words("there is no subscription", "il n’y a pas d’abonnement"), false) {
            phone.profile?[.isSubscribed] ?? true
        }
    }

    @MainActor private func comeBack(_ person: Person, on phone: Phone) async throws {
        let stage = phone.stage
        let before = phone.profile?.createdAt
        stage.step(Words("\(person.name) signs out.", "\(person.name) se déconnecte."))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        try await stage.expect(
            Words("nothing of the profile is left on the phone", "rien du profil ne reste sur le téléphone"), nil
        ) { phone.profile?.uid }

        stage.step(
            Words(
                "A week later \(person.name) is back. Apple gives no name any more.",
                "Une semaine plus tard, \(person.name) revient. Apple ne donne plus de nom."))
        await phone.signInWithApple(as: person)
        try await phone.shows(
            .app, Words("the app itself, without another onboarding", "l’app elle-même, sans nouveau parcours"))
        try await stage.expect(Words("the name is still there", "le nom est toujours là"), person.name) {
            phone.profile?[.name] ?? ""
        }
        try await stage.expect(
            Words("the profile is as old as the account", "le profil est aussi ancien que le compte"), before
        ) { phone.profile?.createdAt }
    }
}

extension CoupleScene {
    private static var app: PhoneApp {
        PhoneApp(
            name: .couple, signInTitle: .createSecureAccount, ways: [.apple, .google, .guest],
            steps: steps,
            pages: [
                [
                    .init("name", Words("Your name", "Votre nom")),
                    .init("birthDate", Words("Date of birth", "Date de naissance")),
                ],
                [.init("relationshipGoals", Words("What you hope for", "Ce que vous espérez"))],
                [.init("relationshipDuration", Words("Together for", "Ensemble depuis"), choices: durations)],
                [.init("questionMode", Words("A question for us", "Une question pour nous"))],
            ], document: document)
    }

    /// What a client of Firestore's must know of the document. What only the server can say it leaves to the server.
    private static var document: FirestoreProfileLayout {
        FirestoreProfileLayout(
            required: ["name", "birthDate", "relationshipGoals", "relationshipDuration"], steps: steps,
            kinds: ["birthDate": .day])
    }

    private static let steps = OnboardingSteps("aboutYou", "goals", "relationship", "questions")
}

extension CoupleScene {
    private static var durations: [String: Words] {
        [
            "notInRelationship": Words("not in a relationship", "pas en couple"),
            "lessThanOneYear": Words("less than a year", "moins d’un an"),
            "oneToFiveYears": Words("one to five years", "un à cinq ans"),
            "moreThanFiveYears": Words("more than five years", "plus de cinq ans"),
        ]
    }
}

extension ProfileField where Value == String {
    fileprivate static var name: Self { .string("name") }
    fileprivate static var duration: Self { .string("relationshipDuration") }
    fileprivate static var questionMode: Self { .string("questionMode") }
}

extension ProfileField where Value == CalendarDay {
    fileprivate static var birthDate: Self { .day("birthDate") }
}

extension ProfileField where Value == [String] {
    fileprivate static var goals: Self { .strings("relationshipGoals") }
}

extension ProfileField where Value == Bool {
    fileprivate static var isSubscribed: Self { .bool("isSubscribed") }
}
