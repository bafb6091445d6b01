import Sesame
import SesameCore
import SesameTexts

/// The CastMate scenario: Google sign-in for two roles, whose accounts are created by a registration form.
struct CastMateScenario: DemoScenario {
    let subject = CastMateText.subject

    func play(on stage: DemoRunner) async throws {
        try await actor(on: stage)
        try await agency(on: stage)
    }

    @MainActor private func actor(on stage: DemoRunner) async throws {
        let phone = Phone(Self.app, on: stage)
        let person = stage.person(1)
        stage.step(CastMateText.actorContinues(person.name))
        phone.launch()
        try await phone.shows(.signIn)
        let answer = try await ContractClient(venue: stage.venue).signIn(person)
        try stage.expect(
            CastMateText.notFound,
            .init(status: 404, message: "Compte Google non trouvé"), is: answer)
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(
            .registration,
            CastMateText.formWithStatements)

        stage.step(CastMateText.noLastName)
        await phone.register(["nom": ""])
        try await phone.shows(.registration.with(.profileIncomplete))

        stage.step(CastMateText.complete)
        await phone.register()
        try await phone.shows(.app, CastMateText.noSecondTrip)
        try await expectRole("ACTEUR", of: phone)

        stage.step(CastMateText.tapsAgency(person.name))
        await phone.running.state.signOut()
        phone.role = 1
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(.signIn.with(.roleMismatch))

        stage.step(CastMateText.thenActor)
        phone.role = 0
        await phone.running.state.signIn(using: installedClient(of: person, on: phone))
        try await phone.shows(.app, CastMateText.withoutForm)
        try await expectRole("ACTEUR", of: phone)
    }

    @MainActor private func agency(on stage: DemoRunner) async throws {
        let phone = Phone(Self.app, of: "-agency", on: stage)
        let person = stage.person(2)
        stage.step(CastMateText.agencyChooses(person.name))
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

        stage.step(CastMateText.sendsForm)
        await phone.register(["bio": "We look for new faces."])
        try await phone.shows(.app)
        try await expectRole("RECRUTEUR", of: phone)

        stage.step(CastMateText.restart)
        phone.kill()
        phone.launch()
        try await phone.shows(.app, CastMateText.stillSignedIn)
        try await expectRole("RECRUTEUR", of: phone)
    }

    @MainActor private func expectRole(_ role: String, of phone: Phone) async throws {
        try await phone.stage.expect(
            CastMateText.role(role), role
        ) { phone.user?.role ?? "" }
    }

    /// Returns the Google sheet of the published app version, which passes no nonce to Google's SDK.
    @MainActor private func installedClient(of person: Person, on phone: Phone) -> DemoGoogleSheet {
        var sheet = phone.google(person)
        sheet.passesNonce = false
        return sheet
    }
}

extension CastMateScenario {
    private static var app: PhoneApp {
        PhoneApp(
            name: .castmate, ways: [.google], roles: ["ACTEUR", "RECRUTEUR"],
            roleNames: ["ACTEUR": CastMateText.actor, "RECRUTEUR": CastMateText.agency],
            registration: [
                (RegistrationField("prenom", .givenName, isRequired: true), .fieldGivenName),
                (RegistrationField("nom", .familyName, isRequired: true), .fieldFamilyName),
                (RegistrationField("bio"), .fieldBio),
            ])
    }
}
