import Foundation
import Sesame
import SesameCore
import SesameFirebase
import SesameText

/// The Prysm scenario: a push token registered before sign-in, two devices, and a phone that changes users.
struct PrysmScenario: DemoScenario {
    let subject = PrysmText.subject

    func play(on stage: DemoRunner) async throws {
        let phone = Handset(.phone, on: stage)
        let tablet = Handset(.tablet, on: stage)
        let (first, second) = (stage.person(1), stage.person(2))
        try await registerPhone(phone, of: first)
        let uid = try phone.phone.running.manager.getAuthId()
        try await addTablet(tablet, of: first)

        stage.step(PrysmText.sendsFirst(first.name))
        try await send("1", to: uid, arriving: [phone, tablet], on: stage)

        stage.step(PrysmText.signsOutOnTablet(first.name))
        await tablet.phone.running.state.signOut()
        try await tablet.phone.shows(.signIn)
        try await send("2", to: uid, arriving: [phone], missing: [tablet], on: stage)

        try await handOver(phone, to: second)
        let next = try phone.phone.running.manager.getAuthId()
        stage.step(PrysmText.forFirst(first.name))
        try await send("3", to: uid, arriving: [], missing: [phone, tablet], on: stage)
        stage.step(PrysmText.forSecond(second.name))
        try await send("4", to: next, arriving: [phone], missing: [tablet], on: stage)
    }

    @MainActor private func registerPhone(_ handset: Handset, of person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(PrysmText.opens)
        phone.launch()
        try await phone.shows(.signIn)
        await phone.running.registrar?.didReceive(handset.token)
        try await expect(
            .pending, of: handset, PrysmText.tokenWaits)

        stage.step(PrysmText.restart)
        phone.kill()
        phone.launch()
        try await phone.shows(.signIn)
        try await expect(.pending, of: handset, PrysmText.tokenStillWaits)

        stage.step(PrysmText.signsIn(person.name))
        try await signIn(person, on: phone)
        try await expect(
            .registered, of: handset, PrysmText.phoneReached)
    }

    @MainActor private func addTablet(_ handset: Handset, of person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(PrysmText.tabletSignsIn(person.name))
        phone.launch()
        try await phone.shows(.signIn)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        await phone.running.registrar?.didReceive(handset.token)
        try await expect(
            .registered, of: handset,
            PrysmText.tabletReached)
    }

    @MainActor private func handOver(_ handset: Handset, to person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(PrysmText.handedOver(person.name))
        phone.setOffline(true)
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        stage.clock.letTimePass(3)
        phone.setOffline(false)
        try await signIn(person, on: phone)
        try await expect(
            .registered, of: handset,
            PrysmText.phoneIsTheirs(person.name))
    }

    /// Signs in with Google, and confirms the profile, which is prefilled with the name at Google.
    @MainActor private func signIn(_ person: Person, on phone: Phone) async throws {
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.onboarding(nil))
        try await phone.finish()
        try await phone.shows(.app)
    }

    @MainActor private func expect(_ state: PushState, of handset: Handset, _ fact: Text) async throws {
        try await handset.phone.stage.expect(fact, state) { handset.phone.running.registrar?.state }
    }

    @MainActor private func send(
        _ number: String, to uid: String, arriving: [Handset], missing: [Handset] = [],
        on stage: DemoRunner
    ) async throws {
        let (title, body) = (stage[PrysmText.news(number)], stage[PrysmText.tapToRead])
        let backEnd = BackEnd(venue: stage.venue, app: ScenarioName.prysm.rawValue)
        let push = try await backEnd.push(to: uid, title: title, body: body)
        let count = Int64(arriving.count)
        try await stage.expect(
            count == 1 ? PrysmText.oneDevice : PrysmText.devices("\(count)"),
            BackEnd.Delivery(targets: count, sent: count)
        ) { try await backEnd.delivery(of: push) }
        for handset in arriving {
            let place = handset.phone.device.place
            try await stage.expect(
                PrysmText.arrived(title, place), title
            ) { try await handset.titles().last ?? "" }
            stage.show(PhoneScreen(title: "Prysm · \(title)", rows: [.text(body)]))
        }
        for handset in missing {
            let place = handset.phone.device.place
            try await stage.expect(
                PrysmText.nothing(place), false
            ) { try await handset.titles().contains(title) }
        }
    }
}

/// A device with its FCM token.
@MainActor private struct Handset {
    let phone: Phone
    let token = PushToken(.fcmToken, Secret("\(UUID().uuidString):\(UUID().uuidString)"))

    init(_ device: DeviceModel, on stage: DemoRunner) {
        let field = PhoneApp.Field("displayName", PrysmText.yourName)
        let document = FirestoreProfileLayout(
            required: [field.name], flag: .completed("isProfileComplete"), updatedAt: nil, lastSignInAt: nil)
        phone = Phone(
            PhoneApp(name: .prysm, ways: [.apple, .google], pages: [[field]], document: document), device, on: stage)
    }

    /// Returns the titles of the push notifications that FCM accepted for the device, oldest first.
    func titles() async throws(AuthError) -> [String] {
        try await Providers(url: phone.stage.venue.providers).titles(pushedTo: token.value)
    }
}
