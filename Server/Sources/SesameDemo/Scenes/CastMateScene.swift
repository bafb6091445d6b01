import Sesame
import SesameCore
import SesameTexts

/// CastMate: Google for two kinds of people, whose accounts are made by a form.
struct CastMateScene: Scene {
    let subject = Words(
        "Google for actors and agencies, whose accounts are made by a form",
        "Google pour les acteurs et les agences, dont les comptes naissent d’un formulaire")

    func play(on stage: Stage) async throws {
        try await actor(on: stage)
        try await agency(on: stage)
    }

    @MainActor private func actor(on stage: Stage) async throws {
        let phone = Phone(Self.app, on: stage)
        let person = stage.person(1)
        stage.step(
            Words(
                "\(person.name), an actor, continues with Google.", "\(person.name), acteur, continue avec Google."))
        phone.launch()
        try await phone.shows(.signIn)
        let answer = try await ContractClient(venue: stage.venue).signIn(person)
        try stage.expect(
            Words(
                "the app in the stores gets 404, “Compte Google non trouvé”",
                "l’app déjà publiée reçoit 404, « Compte Google non trouvé »"),
            .init(status: 404, message: "Compte Google non trouvé"), is: answer)
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(
            .registration,
            Words("so there is the form, with what Google states", "d’où le formulaire, avec ce qu’indique Google"))

        stage.step(Words("The form is sent without a last name.", "Le formulaire est envoyé sans nom."))
        await phone.register(["nom": ""])
        try await phone.shows(.registration.with(.profileIncomplete))

        stage.step(Words("And once more, complete.", "Puis à nouveau, complet."))
        await phone.register()
        try await phone.shows(.app, Words("no second trip to Google", "sans repasser par Google"))
        try await expectRole("ACTEUR", of: phone)

        stage.step(
            Words(
                "\(person.name) signs out, and taps “Agency” by mistake.",
                "\(person.name) se déconnecte, puis touche « Agence » par erreur."))
        await phone.running.state.signOut()
        phone.role = 1
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(.signIn.with(.roleMismatch))

        stage.step(Words("Then “Actor”.", "Puis « Acteur »."))
        phone.role = 0
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(.app, Words("the app, without a form", "l’app, sans formulaire"))
        try await expectRole("ACTEUR", of: phone)
    }

    @MainActor private func agency(on stage: Stage) async throws {
        let phone = Phone(Self.app, of: "-agency", on: stage)
        let person = stage.person(2)
        stage.step(
            Words(
                "\(person.name), an agency, chooses an account on Google’s page in a browser.",
                "\(person.name), une agence, choisit un compte sur la page de Google dans un navigateur."))
        phone.role = 1
        phone.launch()
        try await phone.shows(.signIn)
        let providers = Providers(url: stage.venue.providers)
        let clients = try await providers.googleClients(of: phone.app.id)
        let google = GoogleWebSignIn(
            client: .iOS(id: clients.iOS), serverClientID: clients.web, role: "RECRUTEUR",
            browser: GooglePage(person: person), endpoints: try await providers.googleEndpoints())
        await phone.running.state.signIn(using: google)
        try await phone.shows(.registration)

        stage.step(Words("The form is sent.", "Le formulaire est envoyé."))
        await phone.register(["bio": "We look for new faces."])
        try await phone.shows(.app)
        try await expectRole("RECRUTEUR", of: phone)

        stage.step(Words("The phone is restarted.", "Le téléphone redémarre."))
        phone.kill()
        phone.launch()
        try await phone.shows(.app, Words("still signed in", "toujours connecté"))
        try await expectRole("RECRUTEUR", of: phone)
    }

    @MainActor private func expectRole(_ role: String, of phone: Phone) async throws {
        try await phone.stage.expect(
            Words("the account’s role is \(role)", "le rôle du compte est \(role)"), role
        ) { phone.user?.role ?? "" }
    }

    /// What the app in the stores does: its Google SDK passes no nonce, and its server is asked by `POST /auth/google`.
    @MainActor private func installedClient(of person: Person, on phone: Phone) -> GoogleSheet {
        var sheet = phone.google(person)
        sheet.passesNonce = false
        return sheet
    }
}

extension CastMateScene {
    private static var app: PhoneApp {
        PhoneApp(
            name: .castmate, ways: [.google], roles: ["ACTEUR", "RECRUTEUR"],
            roleNames: [
                .french: ["ACTEUR": "Acteur", "RECRUTEUR": "Agence"],
                .english: ["ACTEUR": "Actor", "RECRUTEUR": "Agency"],
            ],
            registration: [
                (RegistrationField("prenom", .givenName, isRequired: true), .fieldGivenName),
                (RegistrationField("nom", .familyName, isRequired: true), .fieldFamilyName),
                (RegistrationField("bio"), .fieldBio),
            ])
    }
}
