import Sesame
import SesameCore

/// The FamilySync scenario: sign-in with Apple without a name or an email address, on two devices, with Appwrite's
/// protocol, and account deletion in the app.
struct FamilySyncScenario: DemoScenario {
    let subject = FamilySyncText.subject

    func play(on stage: DemoRunner) async throws {
        let app = PhoneApp(
            name: .familysync, ways: [.apple], request: .nothing, appwriteProject: "familysync", showsAccount: true)
        let phone = Phone(app, on: stage)
        let person = stage.person(1)

        stage.step(FamilySyncText.opens(person.name))
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(FamilySyncText.signsIn(person.name))
        await phone.signInWithApple(as: person)
        try await phone.shows(.app)
        let uid = try await account(of: phone)
        try stage.expect(
            FamilySyncText.pseudonym,
            true, is: Self.isPseudonym(uid))
        try await stage.expect(
            FamilySyncText.nameAndAddress,
            ["Utilisateur", "\(uid)@familysync.invalid"]
        ) { [phone.user?.displayName, phone.user?.email] }

        stage.step(FamilySyncText.restart)
        phone.kill()
        phone.launch()
        try await phone.shows(.app, FamilySyncText.stillSignedIn)

        stage.step(FamilySyncText.onTablet)
        let tablet = Phone(app, .tablet, on: stage)
        tablet.launch()
        await tablet.signInWithApple(as: person)
        try await tablet.shows(.app)
        try await stage.expect(FamilySyncText.sameAccount, uid) {
            try await account(of: tablet)
        }

        stage.step(FamilySyncText.backAgain)
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        stage.clock.letTimePass(3)
        await phone.signInWithApple(as: person)
        try await phone.shows(.app)
        try await stage.expect(FamilySyncText.stillSameAccount, uid) {
            try await account(of: phone)
        }

        stage.step(FamilySyncText.deletes)
        await phone.running.state.deleteAccount()
        try await phone.shows(.signIn)
        try stage.expect(
            FamilySyncText.nothingAtApple,
            nil, is: phone.running.state.deletion)

        stage.step(FamilySyncText.tabletAgain)
        await tablet.pickUp()
        try await tablet.shows(
            .signIn, FamilySyncText.sessionWent)
    }

    private static func isPseudonym(_ uid: String) -> Bool {
        uid.wholeMatch(of: /apple_[0-9a-f]{30}/) != nil
    }

    @MainActor private func account(of phone: Phone) async throws(AuthError) -> String {
        try phone.running.manager.getAuthId()
    }
}
