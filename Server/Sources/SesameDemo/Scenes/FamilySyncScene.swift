import Sesame
import SesameCore

/// FamilySync: Apple without a name and without an address, on two phones, by Appwrite's protocol, to the deletion
/// inside the app.
struct FamilySyncScene: Scene {
    let subject = Words("Apple, and nothing about the person", "Apple, et rien sur la personne")

    func play(on stage: Stage) async throws {
        let app = PhoneApp(
            name: .familysync, ways: [.apple], request: .nothing, appwriteProject: "familysync", showsAccount: true)
        let phone = Phone(app, on: stage)
        let person = stage.person(1)

        stage.step(Words("\(person.name) opens the app.", "\(person.name) ouvre l’app."))
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(
            Words(
                "\(person.name) signs in with Apple, which is asked for nothing else.",
                "\(person.name) se connecte avec Apple, à qui rien d’autre n’est demandé."))
        await phone.signInWithApple(as: person)
        try await phone.shows(.app)
        let uid = try await account(of: phone)
        try stage.expect(
            Words(
                "the account’s id is a pseudonym, which nobody can work out",
                "l’identifiant du compte est un pseudonyme, que personne ne peut calculer"),
            true, is: Self.isPseudonym(uid))
        try await stage.expect(
            Words(
                "its name is everybody’s, and its address is made of the id",
                "son nom est celui de tous, et son adresse est faite de l’identifiant"),
            ["Utilisateur", "\(uid)@familysync.invalid"]
        ) { [phone.user?.displayName, phone.user?.email] }

        stage.step(Words("The phone is restarted.", "Le téléphone redémarre."))
        phone.kill()
        phone.launch()
        try await phone.shows(.app, Words("still signed in", "toujours connecté"))

        stage.step(Words("The same person on a tablet.", "La même personne sur une tablette."))
        let tablet = Phone(app, .tablet, on: stage)
        tablet.launch()
        await tablet.signInWithApple(as: person)
        try await tablet.shows(.app)
        try await stage.expect(Words("it is the same account", "c’est le même compte"), uid) {
            try await account(of: tablet)
        }

        stage.step(
            Words("Signed out on the phone, and back again.", "Déconnexion sur le téléphone, puis retour."))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        stage.clock.letTimePass(3)
        await phone.signInWithApple(as: person)
        try await phone.shows(.app)
        try await stage.expect(Words("it is still the same account", "c’est encore le même compte"), uid) {
            try await account(of: phone)
        }

        stage.step(Words("The account is deleted in the app.", "Le compte est supprimé dans l’app."))
        await phone.running.state.deleteAccount()
        try await phone.shows(.signIn)
        try stage.expect(
            Words(
                "nothing is left to do at Apple: the server takes the consent back",
                "rien ne reste à faire chez Apple : le serveur y retire l’accord"),
            nil, is: phone.running.state.deletion)

        stage.step(Words("The tablet is picked up again.", "La tablette est reprise en main."))
        await tablet.pickUp()
        try await tablet.shows(
            .signIn, Words("its session went with the account", "sa session a disparu avec le compte"))
    }

    private static func isPseudonym(_ uid: String) -> Bool {
        uid.wholeMatch(of: /apple_[0-9a-f]{30}/) != nil
    }

    @MainActor private func account(of phone: Phone) async throws(AuthError) -> String {
        try phone.running.manager.getAuthId()
    }
}
