import Foundation
import Sesame
import SesameCore
import SesameTesting

/// The AuthService scenario: a guest is upgraded and keeps the account, adds a second factor and a password, signs a
/// device out, and deletes the account.
struct AuthServiceScenario: DemoScenario {
    let subject = AuthServiceText.subject

    func play(on stage: DemoRunner) async throws {
        let app = PhoneApp(
            name: .authservice, ways: [.apple, .google, .anonymous], allowsPasswords: true,
            allowsMailedCodes: stage.venue.client == .sesame, showsAccount: true)
        let phone = Phone(app, on: stage)
        let person = stage.person(1)
        let uid = try await becomePerson(person, on: phone)
        try await comeBack(person, on: phone, uid: uid)
        let tablet = Phone(app, .tablet, on: stage)
        // The order matters: a second factor requires a verified email address.
        try await protect(person, on: phone, uid: uid)
        try await addPassword(person, on: phone, uid: uid)
        try await choose(person, on: tablet, uid: uid)
        let hasAll = stage.venue.client.hasDevicesAndCodes
        if hasAll { try await signOut(tablet, of: person, from: phone, uid: uid) }
        try await delete(person, on: phone, uid: uid, other: tablet)
        if hasAll { try await signInByCode(stage.person(2), on: tablet) }
    }

    @MainActor private func signInByCode(_ person: Person, on tablet: Phone) async throws {
        let stage = tablet.stage
        stage.step(AuthServiceText.takesTablet(person.name))
        let address = "test.user.\(person.number)@example.com"
        tablet.front = .code(address, nil)
        try await tablet.shows(.code)
        let code = try await tablet.sendCode()
        try await tablet.shows(.code)

        stage.step(AuthServiceText.typesMailedCode)
        await tablet.typeCode(code)
        try await tablet.shows(.app)
        try await stage.expect(AuthServiceText.addressLeads, [address]) { [tablet.user?.email ?? ""] }
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

    @MainActor private func addPassword(_ person: Person, on phone: Phone, uid: String) async throws {
        let stage = phone.stage
        stage.step(AuthServiceText.addsPassword)
        let password = password(of: phone)
        phone.front = .password(password, isNew: true)
        try await phone.shows(.password)
        await phone.sendPassword()
        try await phone.openAccount(isPasswordSaved: phone.front == nil)
        try await phone.shows(.account)
        try stage.expect(AuthServiceText.bothLead, ["google", "password"], is: phone.user?.providers ?? [])

        stage.step(AuthServiceText.comesBackByPassword(person.name))
        phone.front = nil
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        stage.clock.letTimePass(3)
        phone.front = .password(password, isNew: false)
        try await phone.shows(.password)
        await phone.sendPassword()
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.sameAccount, uid) { phone.user?.uid ?? "" }
    }

    /// Returns a credential with the email address of the user signed in on the phone and the demo's password.
    @MainActor private func password(of phone: Phone) -> PasswordCredential {
        PasswordCredential(email: phone.user?.email ?? "", password: Secret("a lamp beside the garden door"))
    }

    /// Enrolls an authenticator app on the account screen.
    ///
    /// - Returns: The authenticator app, which generates the codes of later sign-ins.
    @MainActor private func addFactor(_ person: Person, on phone: Phone) async throws -> Authenticator {
        let stage = phone.stage
        stage.step(AuthServiceText.opensAccount(person.name))
        try await phone.openAccount()
        try await phone.shows(.account)
        let hasAll = stage.venue.client.hasDevicesAndCodes
        if hasAll {
            try stage.expect(AuthServiceText.onlyDevice, [true], is: phone.front?.devices.map(\.isCurrent) ?? [])
        }

        stage.step(AuthServiceText.addsFactor)
        try await phone.startFactorEnrollment()
        try await phone.shows(.newFactor)
        guard case .newFactor(let setup) = phone.front, var app = setup.secret.flatMap({ Authenticator(key: $0) })
        else {
            throw AuthError(.internal, "the server returned no key for the authenticator app")
        }

        stage.step(AuthServiceText.typesFirstCode)
        try await phone.addFactor(code: app.code(at: Date()))
        if hasAll {
            try await phone.shows(.recoveryCodes)
            stage.step(AuthServiceText.keepsCodes)
        }
        try await phone.openAccount()
        try await phone.shows(.account)
        try stage.expect(AuthServiceText.oneFactor, 1, is: phone.front?.factors.count ?? 0)
        phone.front = nil
        return app
    }

    @MainActor private func protect(_ person: Person, on phone: Phone, uid: String) async throws {
        let stage = phone.stage
        var app = try await addFactor(person, on: phone)
        stage.step(AuthServiceText.signsOut(person.name))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)

        stage.step(AuthServiceText.googleIsNotEnough)
        stage.clock.letTimePass(3)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.secondFactor)

        stage.step(AuthServiceText.mistypes)
        await phone.submitSecondFactor(Secret("0000000"))
        try await phone.shows(.secondFactor.with(.invalidCredentials))

        stage.step(AuthServiceText.typesCode)
        await phone.submitSecondFactor(app.code(at: Date()))
        try await phone.shows(.app)
        try await stage.expect(AuthServiceText.sameAccount, uid) { phone.user?.uid ?? "" }

        stage.step(AuthServiceText.removesFactor)
        try await phone.openAccount()
        for factor in phone.front?.factors ?? [] { try await phone.running.manager.removeSecondFactor(factor.id) }
        try await phone.openAccount()
        try await phone.shows(.account)
        try stage.expect(AuthServiceText.nothingMore, [], is: phone.front?.factors.map(\.kind) ?? [.authenticator])
        phone.front = nil
    }

    /// Ends the tablet's session from the phone, and signs the user in on the tablet again.
    @MainActor private func signOut(_ tablet: Phone, of person: Person, from phone: Phone, uid: String) async throws {
        let stage = phone.stage
        stage.step(AuthServiceText.looksAtDevices(person.name))
        try await phone.openAccount()
        try await phone.shows(.account)
        try stage.expect(AuthServiceText.twoDevices, 2, is: phone.front?.devices.count ?? 0)

        stage.step(AuthServiceText.signsTabletOut)
        for device in phone.front?.devices ?? [] where !device.isCurrent {
            try await phone.running.manager.endSession(device)
        }
        try await phone.openAccount()
        try stage.expect(AuthServiceText.onlyDevice, [true], is: phone.front?.devices.map(\.isCurrent) ?? [])
        phone.front = nil
        await tablet.pickUp()
        try await tablet.shows(.signIn, AuthServiceText.tabletIsOut)

        stage.step(AuthServiceText.typesPassword)
        stage.clock.letTimePass(3)
        let password = password(of: phone)
        tablet.front = .password(password, isNew: false)
        try await tablet.shows(.password)
        await tablet.sendPassword()
        try await tablet.shows(.app)
        try await stage.expect(AuthServiceText.phonesAccount, uid) { tablet.user?.uid ?? "" }
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
        await tablet.running.state.resolveConflict(.switch)
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
