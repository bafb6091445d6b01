import Foundation
import Sesame
import SesameCore
import SesameFirebase

/// Prysm: a push token that comes before its person, two devices, and a phone that changes hands.
struct PrysmScene: Scene {
    let subject = Words(
        "pushes that follow the person, and never reach the next one",
        "des notifications qui suivent la personne, et jamais la suivante")

    func play(on stage: Stage) async throws {
        let phone = Handset(.phone, on: stage)
        let tablet = Handset(.tablet, on: stage)
        let (first, second) = (stage.person(1), stage.person(2))
        try await registerPhone(phone, of: first)
        let uid = try phone.phone.running.manager.getAuthId()
        try await addTablet(tablet, of: first)

        stage.step(
            Words(
                "The app’s back end sends “News 1” to \(first.name).",
                "Le serveur de l’app envoie « Info 1 » à \(first.name)."))
        try await send("News 1", "Info 1", to: uid, arriving: [phone, tablet], on: stage)

        stage.step(Words("\(first.name) signs out on the tablet.", "\(first.name) se déconnecte sur la tablette."))
        await tablet.phone.running.state.signOut()
        try await tablet.phone.shows(.signIn)
        try await send("News 2", "Info 2", to: uid, arriving: [phone], missing: [tablet], on: stage)

        try await handOver(phone, to: second)
        let next = try phone.phone.running.manager.getAuthId()
        stage.step(
            Words(
                "A push for \(first.name), who was here before.",
                "Une notification pour \(first.name), parti entre-temps."))
        try await send("News 3", "Info 3", to: uid, arriving: [], missing: [phone, tablet], on: stage)
        stage.step(Words("And one for \(second.name).", "Et une pour \(second.name)."))
        try await send("News 4", "Info 4", to: next, arriving: [phone], missing: [tablet], on: stage)
    }

    @MainActor private func registerPhone(_ handset: Handset, of person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(
            Words(
                "The app is opened for the first time. Firebase gives a token, and nobody is signed in.",
                "L’app est ouverte pour la première fois. Firebase donne un jeton, et personne n’est connecté."))
        phone.launch()
        try await phone.shows(.signIn)
        await phone.running.registrar.received(handset.token)
        try await expect(
            .pending, of: handset, Words("the token waits on the phone", "le jeton attend sur le téléphone"))

        stage.step(Words("The phone is restarted.", "Le téléphone redémarre."))
        phone.kill()
        phone.launch()
        try await phone.shows(.signIn)
        try await expect(.pending, of: handset, Words("the token still waits", "le jeton attend toujours"))

        stage.step(Words("\(person.name) signs in with Google.", "\(person.name) se connecte avec Google."))
        try await signIn(person, on: phone)
        try await expect(
            .registered, of: handset, Words("pushes reach the phone", "les notifications arrivent au téléphone"))
    }

    @MainActor private func addTablet(_ handset: Handset, of person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(
            Words("\(person.name) signs in on a tablet as well.", "\(person.name) se connecte aussi sur une tablette."))
        phone.launch()
        try await phone.shows(.signIn)
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.app)
        await phone.running.registrar.received(handset.token)
        try await expect(
            .registered, of: handset,
            Words("pushes reach the tablet, too", "les notifications arrivent aussi à la tablette"))
    }

    @MainActor private func handOver(_ handset: Handset, to person: Person) async throws {
        let (phone, stage) = (handset.phone, handset.phone.stage)
        stage.step(
            Words(
                "Without a network the phone is signed out, and handed to \(person.name).",
                "Sans réseau, le téléphone est déconnecté, puis remis à \(person.name)."))
        phone.setOffline(true)
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        stage.clock.letTimePass(3)
        phone.setOffline(false)
        try await signIn(person, on: phone)
        try await expect(
            .registered, of: handset,
            Words(
                "the phone is \(person.name)’s for pushes, too",
                "le téléphone est à \(person.name), notifications comprises"))
    }

    /// Signs in, and confirms the profile that Google’s name begins.
    @MainActor private func signIn(_ person: Person, on phone: Phone) async throws {
        await phone.signInWithGoogle(as: person)
        try await phone.shows(.onboarding(nil))
        try await phone.finish()
        try await phone.shows(.app)
    }

    @MainActor private func expect(_ state: PushState, of handset: Handset, _ fact: Words) async throws {
        try await handset.phone.stage.expect(fact, state) { handset.phone.running.registrar.state }
    }

    @MainActor private func send(
        _ english: String, _ french: String, to uid: String, arriving: [Handset], missing: [Handset] = [],
        on stage: Stage
    ) async throws {
        let (title, body) = (stage[Words(english, french)], stage[Words("Tap to read.", "Touchez pour lire.")])
        let backEnd = BackEnd(venue: stage.venue, app: SceneName.prysm.rawValue)
        let push = try await backEnd.push(to: uid, title: title, body: body)
        let count = Int64(arriving.count)
        try await stage.expect(
            Words(
                count == 1 ? "FCM has it for one device" : "FCM has it for \(count) devices",
                count == 1 ? "FCM l’a pour un appareil" : "FCM l’a pour \(count) appareils"),
            BackEnd.Delivery(targets: count, sent: count)
        ) { try await backEnd.delivery(of: push) }
        for handset in arriving {
            let place = handset.phone.device.place
            try await stage.expect(
                Words("“\(title)” is \(place.english)", "« \(title) » est arrivée \(place.french)"), title
            ) { try await handset.titles().last ?? "" }
            stage.show(PhoneScreen(title: "Prysm · \(title)", rows: [.text(body)]))
        }
        for handset in missing {
            let place = handset.phone.device.place
            try await stage.expect(
                Words("nothing \(place.english)", "rien \(place.french)"), false
            ) { try await handset.titles().contains(title) }
        }
    }
}

/// A phone with the token by which FCM reaches it.
@MainActor private struct Handset {
    let phone: Phone
    let token = PushToken(.fcmToken, Secret("\(UUID().uuidString):\(UUID().uuidString)"))

    init(_ device: Device, on stage: Stage) {
        let field = PhoneApp.Field("displayName", Words("Your name", "Votre nom"))
        let document = FirestoreProfileLayout(
            required: [field.name], flag: .completed("isProfileComplete"), updatedAt: nil, lastSignInAt: nil)
        phone = Phone(
            PhoneApp(name: .prysm, ways: [.apple, .google], pages: [[field]], document: document), device, on: stage)
    }

    /// The pushes that have reached it, oldest first.
    func titles() async throws(AuthError) -> [String] {
        try await Providers(url: phone.stage.venue.providers).titles(pushedTo: token.value)
    }
}
