import Foundation
import Sesame
import SesameCore
import SesameTesting

/// AuthService: a guest who becomes a person with the same account, signs out, comes back, and deletes it.
struct AuthServiceScene: Scene {
    let subject = Words(
        "a guest who becomes a person, and goes", "un invité qui devient quelqu’un, puis s’en va")

    func play(on stage: Stage) async throws {
        let app = PhoneApp(name: .authservice, ways: [.apple, .google, .guest], showsAccount: true)
        let phone = Phone(app, on: stage)
        let person = stage.person(1)
        let uid = try await becomePerson(person, on: phone)
        try await comeBack(person, on: phone, uid: uid)
        // The library's back end for Firebase shows no second factor.
        if stage.venue.client == .sesame { try await protect(person, on: phone, uid: uid) }
        let tablet = Phone(app, .tablet, on: stage)
        try await choose(person, on: tablet, uid: uid)
        try await delete(person, on: phone, uid: uid, other: tablet)
    }

    @MainActor private func becomePerson(_ person: Person, on phone: Phone) async throws -> String {
        let stage = phone.stage
        stage.step(Words("Somebody opens the app.", "Quelqu’un ouvre l’app."))
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(Words("They go on without an account.", "La personne continue sans compte."))
        await phone.running.state.signInAnonymously()
        try await phone.shows(.app)
        try await stage.expect(Words("it is a guest", "c’est un invité"), true) { phone.user?.isAnonymous ?? false }
        let uid = try phone.running.manager.getAuthId()

        stage.step(
            Words(
                "The guest turns out to be \(person.name), and adds Google.",
                "L’invité se révèle être \(person.name), et ajoute Google."))
        await phone.running.state.upgrade(using: phone.google(person))
        try await phone.shows(.app)
        try await stage.expect(Words("the account is the same", "le compte est le même"), uid) { phone.user?.uid ?? "" }
        try await stage.expect(Words("and no guest’s any more", "et n’est plus celui d’un invité"), ["google"]) {
            phone.user?.providers ?? []
        }
        return uid
    }

    @MainActor private func comeBack(_ person: Person, on phone: Phone, uid: String) async throws {
        let stage = phone.stage
        stage.step(Words("The phone is restarted.", "Le téléphone redémarre."))
        phone.kill()
        phone.launch()
        try await phone.shows(.app, Words("still signed in", "toujours connecté"))

        stage.step(Words("\(person.name) signs out.", "\(person.name) se déconnecte."))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)

        stage.step(Words("And comes back with Google.", "Puis revient avec Google."))
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        try await stage.expect(Words("the account is the same", "le compte est le même"), uid) { phone.user?.uid ?? "" }
    }

    @MainActor private func protect(_ person: Person, on phone: Phone, uid: String) async throws {
        let (stage, manager) = (phone.stage, phone.running.manager)
        stage.step(
            Words(
                "\(person.name) adds an authenticator app, and signs out.",
                "\(person.name) ajoute une application d’authentification, et se déconnecte."))
        let begun = try await manager.beginSecondFactor(.authenticator())
        guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
            throw AuthError(.internal, "the server gives an authenticator app no key")
        }
        let factor = try await manager.addSecondFactor(.authenticator(), code: app.code(at: Date()))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)

        stage.step(Words("Google alone is not enough any more.", "Google seul ne suffit plus."))
        stage.clock.letTimePass(3)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.secondFactor)

        stage.step(Words("A code is mistyped.", "Un code est mal saisi."))
        await phone.showSecondFactor(Secret("0000000"))
        try await phone.shows(.secondFactor.with(.invalidCredentials))

        stage.step(Words("Then the one that the app shows.", "Puis celui que l’application affiche."))
        await phone.showSecondFactor(app.code(at: Date()))
        try await phone.shows(.app)
        try await stage.expect(Words("the account is the same", "le compte est le même"), uid) { phone.user?.uid ?? "" }

        stage.step(Words("It is taken away again.", "Elle est retirée."))
        try await phone.running.manager.removeSecondFactor(factor.id)
        try await stage.expect(Words("nothing more is asked for", "plus rien d’autre n’est demandé"), 0) {
            try await phone.running.manager.secondFactors().factors.count
        }
    }

    @MainActor private func choose(_ person: Person, on tablet: Phone, uid: String) async throws {
        let stage = tablet.stage
        stage.step(
            Words(
                "On a tablet \(person.name) began as a guest, and adds the same Google account.",
                "Sur une tablette, \(person.name) a commencé en invité, et ajoute le même compte Google."))
        tablet.launch()
        try await tablet.shows(.signIn)
        await tablet.running.state.signInAnonymously()
        try await tablet.shows(.app)
        stage.clock.letTimePass(3)
        await tablet.running.state.upgrade(using: tablet.google(person))
        try await tablet.shows(
            .app.with(.credentialInUse),
            Words("nothing is mixed without being asked", "rien n’est mélangé sans qu’on le demande"))

        stage.step(Words("“Go to the other account”.", "« Passer à l’autre compte »."))
        await tablet.running.state.settle(.switch)
        try await tablet.shows(.app)
        try await stage.expect(Words("it is the account of the phone", "c’est le compte du téléphone"), uid) {
            tablet.user?.uid ?? ""
        }
    }

    @MainActor private func delete(_ person: Person, on phone: Phone, uid: String, other tablet: Phone) async throws {
        let stage = phone.stage
        stage.step(
            Words(
                "\(person.name) deletes the account, on the phone.",
                "\(person.name) supprime le compte, sur le téléphone."))
        await phone.running.state.deleteAccount()
        try await phone.shows(.signIn)

        stage.step(Words("The tablet is picked up again.", "La tablette est reprise en main."))
        await tablet.pickUp()
        try await tablet.shows(
            .signIn, Words("its session went with the account", "sa session a disparu avec le compte"))

        stage.step(Words("\(person.name) begins again.", "\(person.name) recommence."))
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        try await stage.expect(Words("it is a new account", "c’est un nouveau compte"), true) {
            phone.user.map { $0.uid != uid } ?? false
        }
    }
}
