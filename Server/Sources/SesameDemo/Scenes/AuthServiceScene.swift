import Foundation
import Sesame
import SesameCore
import SesameTesting

/// AuthService: a guest who becomes a person with the same account, signs out, comes back, and deletes it.
struct AuthServiceScene: Scene {
    let subject = AuthServiceText.subject

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
        stage.step(AuthServiceText.opens)
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(AuthServiceText.goesOnAsGuest)
        await phone.running.state.signInAnonymously()
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.isGuest, true) { phone.user?.isAnonymous ?? false }
        let uid = try phone.running.manager.getAuthId()

        stage.step(AuthServiceText.addsGoogle(person.name))
        await phone.running.state.upgrade(using: phone.google(person))
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.sameAccount, uid) { phone.user?.uid ?? "" }
        try await stage.expect(AuthServiceText.noGuest, ["google"]) {
            phone.user?.providers ?? []
        }
        return uid
    }

    @MainActor private func comeBack(_ person: Person, on phone: Phone, uid: String) async throws {
        let stage = phone.stage
        stage.step(AuthServiceText.restart)
        phone.kill()
        phone.launch()
        try await phone.shows(.app, AuthServiceText.stillSignedIn)

        stage.step(AuthServiceText.signsOut(person.name))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)

        stage.step(AuthServiceText.comesBack)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.sameAccount, uid) { phone.user?.uid ?? "" }
    }

    @MainActor private func protect(_ person: Person, on phone: Phone, uid: String) async throws {
        let (stage, manager) = (phone.stage, phone.running.manager)
        stage.step(AuthServiceText.addsFactor(person.name))
        let begun = try await manager.beginSecondFactor(.authenticator())
        guard var app = begun.secret.flatMap({ Authenticator(key: $0) }) else {
            throw AuthError(.internal, "the server gives an authenticator app no key")
        }
        let factor = try await manager.addSecondFactor(.authenticator(), code: app.code(at: Date()))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)

        stage.step(AuthServiceText.googleIsNotEnough)
        stage.clock.letTimePass(3)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.secondFactor)

        stage.step(AuthServiceText.mistypes)
        await phone.showSecondFactor(Secret("0000000"))
        try await phone.shows(.secondFactor.with(.invalidCredentials))

        stage.step(AuthServiceText.typesCode)
        await phone.showSecondFactor(app.code(at: Date()))
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.sameAccount, uid) { phone.user?.uid ?? "" }

        stage.step(AuthServiceText.removesFactor)
        try await phone.running.manager.removeSecondFactor(factor.id)
        try await stage.expect(AuthServiceText.nothingMore, 0) {
            try await phone.running.manager.secondFactors().factors.count
        }
    }

    @MainActor private func choose(_ person: Person, on tablet: Phone, uid: String) async throws {
        let stage = tablet.stage
        stage.step(AuthServiceText.tabletBegins(person.name))
        tablet.launch()
        try await tablet.shows(.signIn)
        await tablet.running.state.signInAnonymously()
        try await tablet.shows(.app)
        stage.clock.letTimePass(3)
        await tablet.running.state.upgrade(using: tablet.google(person))
        try await tablet.shows(
            .app.with(.credentialInUse),
            AuthServiceText.nothingMixed)

        stage.step(AuthServiceText.goesToOther)
        await tablet.running.state.settle(.switch)
        try await tablet.shows(.app)
        try await stage.expect(AuthServiceText.phonesAccount, uid) {
            tablet.user?.uid ?? ""
        }
    }

    @MainActor private func delete(_ person: Person, on phone: Phone, uid: String, other tablet: Phone) async throws {
        let stage = phone.stage
        stage.step(AuthServiceText.deletes(person.name))
        await phone.running.state.deleteAccount()
        try await phone.shows(.signIn)

        stage.step(AuthServiceText.tabletAgain)
        await tablet.pickUp()
        try await tablet.shows(
            .signIn, AuthServiceText.sessionWent)

        stage.step(AuthServiceText.beginsAgain(person.name))
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.newAccount, true) {
            phone.user.map { $0.uid != uid } ?? false
        }
    }
}
