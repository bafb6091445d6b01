import Foundation
import Sesame
import SesameCore
import SesameFirebase
import SesameText
import SesameTexts

/// The Couple scenario: sign-in with Apple, an onboarding in steps, and an app that is terminated while offline and
/// recovers.
struct CoupleScenario: DemoScenario {
    let subject = CoupleText.subject

    func play(on stage: DemoRunner) async throws {
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
            CoupleText.opens(person.name)
        )
        phone.launch()
        try await phone.shows(.signIn)

        stage.step(CoupleText.tapsTwice(person.name))
        async let first: Void = phone.signInWithApple(as: person)
        async let second: Void = phone.signInWithApple(as: person)
        _ = await (first, second)
        try await phone.shows(.onboarding("aboutYou"))
        try await stage.expect(
            CoupleText.sheetOnce, 1
        ) { stage.consents.sheetCount }
        try await stage.expect(
            CoupleText.nameFromApple, person.name
        ) { phone.profile?[.name] ?? "" }
    }

    @MainActor private func beginOnboarding(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(CoupleText.impatient)
        let error = try await stage.expect(
            CoupleText.saysWhatIsMissing, refusal: .profileIncomplete
        ) { try await phone.finish() }
        let missing = phone.app.labels(of: error.fields)
        stage.remark(CoupleText.missing(missing))

        stage.step(CoupleText.fillsBirthDate)
        _ = try await phone.fill(next: "goals") { $0[.birthDate] = CalendarDay("1990-05-17") }
        try await phone.shows(.onboarding("goals"))
    }

    @MainActor private func loseNetworkAndApp(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(CoupleText.tunnel)
        phone.setOffline(true)
        let save = try await phone.fill(next: "relationship") { $0[.goals] = ["talk more", "laugh more"] }
        try await phone.shows(.onboarding("relationship"))
        try stage.expect(
            CoupleText.goalsWait,
            .queued(save.profile, .offline), is: save)

        stage.step(CoupleText.killed)
        phone.kill()
        phone.launch()
        try await phone.shows(
            .waiting.with(.offline),
            CoupleText.noConnection)

        stage.step(CoupleText.afterTunnel)
        phone.setOffline(false)
        phone.running.state.retry()
        try await phone.shows(
            .onboarding("relationship"),
            CoupleText.goesOn)
        try await stage.expect(
            CoupleText.nothingLost,
            ["1990-05-17", "talk more", "laugh more"]
        ) { [phone.profile?[.birthDate]?.text ?? ""] + (phone.profile?[.goals] ?? []) }
        await phone.running.profiles.sendPendingChanges()
        try await stage.expect(
            CoupleText.nothingWaits, []
        ) { phone.running.profiles.snapshot?.pendingFields ?? ["?"] }
    }

    @MainActor private func finishOnboarding(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(CoupleText.twoMorePages)
        _ = try await phone.fill(next: "questions") { $0[.duration] = "oneToFiveYears" }
        try await phone.shows(.onboarding("questions"))
        try await phone.finish { $0[.questionMode] = "every day" }
        try await phone.shows(.app)
    }

    @MainActor private func cheat(on phone: Phone) async throws {
        let stage = phone.stage
        stage.step(CoupleText.tampered)
        try await stage.expect(
            CoupleText.refused,
            refusal: .readOnlyField
        ) {
            var draft = try await phone.running.profiles.draft()
            draft[.isSubscribed] = true
            try await phone.running.profiles.save(draft)
        }
        try await stage.expect(CoupleText.noSubscription, false) {
            phone.profile?[.isSubscribed] ?? true
        }
    }

    @MainActor private func comeBack(_ person: Person, on phone: Phone) async throws {
        let stage = phone.stage
        let before = phone.profile?.createdAt
        stage.step(CoupleText.signsOut(person.name))
        await phone.running.state.signOut()
        try await phone.shows(.signIn)
        try await stage.expect(
            CoupleText.nothingLeft, nil
        ) { phone.profile?.uid }

        stage.step(CoupleText.weekLater(person.name))
        await phone.signInWithApple(as: person)
        try await phone.shows(
            .app, CoupleText.withoutOnboarding)
        try await stage.expect(CoupleText.nameStillThere, person.name) {
            phone.profile?[.name] ?? ""
        }
        try await stage.expect(
            CoupleText.asOldAsAccount, before
        ) { phone.profile?.createdAt }
    }
}

extension CoupleScenario {
    private static var app: PhoneApp {
        PhoneApp(
            name: .couple, signInTitle: .createSecureAccount, ways: [.apple, .google, .anonymous],
            steps: steps,
            pages: [
                [
                    .init("name", CoupleText.yourName),
                    .init("birthDate", CoupleText.birthDate),
                ],
                [.init("relationshipGoals", CoupleText.goals)],
                [.init("relationshipDuration", CoupleText.togetherFor, choices: durations)],
                [.init("questionMode", CoupleText.questionForUs)],
            ], document: document)
    }

    /// The layout of the user's document for a Firestore client. Fields that only the server may set are not in it.
    private static var document: FirestoreProfileLayout {
        FirestoreProfileLayout(
            required: ["name", "birthDate", "relationshipGoals", "relationshipDuration"], steps: steps,
            kinds: ["birthDate": .day])
    }

    private static let steps = OnboardingSteps("aboutYou", "goals", "relationship", "questions")
}

extension CoupleScenario {
    private static var durations: [String: Text] {
        [
            "notInRelationship": CoupleText.notInRelationship,
            "lessThanOneYear": CoupleText.lessThanOneYear,
            "oneToFiveYears": CoupleText.oneToFiveYears,
            "moreThanFiveYears": CoupleText.moreThanFiveYears,
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
