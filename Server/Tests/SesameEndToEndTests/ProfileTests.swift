import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import Testing

/// Tests of the SDK's profiles and onboarding with the real server.
struct ProfileTests {
    @Test func `onboarding resumes after the app was killed and can be completed`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            let user = try await phone.signIn()
            #expect(phone.profiles.snapshot?.profile.progress == .inProgress(nil))
            let save = try await phone.save(["city": "Lyon"], at: "goals")
            #expect(save == .saved(save.profile))

            let restarted = await phone.restarted()
            guard case .found(.inProgress(let step)) = await restarted.profiles.load(for: user) else {
                Issue.record("the onboarding is not found")
                return
            }
            #expect(Phone.steps.step(for: step).rawValue == "goals")
            var draft = try await restarted.profiles.draft()
            #expect(draft[ProfileField.string("city")] == "Lyon")
            let error = await #expect(throws: AuthError.self) { try await restarted.profiles.complete(draft) }
            #expect(error?.fields == ["name"])
            draft[ProfileField.string("name")] = "Test User 1"
            draft[ProfileField.day("birthDate")] = CalendarDay("1990-05-17")
            draft[ProfileField.strings("goals")] = ["talk"]
            let profile = try await restarted.profiles.complete(draft)
            #expect(profile.progress == .finished)
            #expect(profile[ProfileField.day("birthDate")]?.text == "1990-05-17")

            let other = Phone(server, name: "tablet")
            _ = try await other.signIn()
            #expect(other.profiles.snapshot?.profile.progress == .finished)
            #expect(other.profiles.snapshot?.profile.createdAt == profile.createdAt)
        }
    }

    @Test func `onboarding continues offline and reaches the server after the app was killed`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            let user = try await phone.signIn()
            _ = try await phone.save(["city": "Lyon"], at: "about")
            for condition in [BreakableTransport.Condition.losesAnswers, .isCut] {
                phone.network.condition = condition
                let isLost = condition == .losesAnswers
                let save = try await phone.save(
                    isLost ? ["city": "Nice"] : ["name": "Test User 1"], at: isLost ? "goals" : "place")
                #expect(save == .queued(save.profile, .offline))
            }
            let restarted = await phone.restarted()
            guard case .failed = await restarted.profiles.load(for: user) else {
                Issue.record("nobody has answered")
                return
            }
            #expect(restarted.profiles.snapshot?.profile[ProfileField.string("name")] == "Test User 1")
            phone.network.condition = .works
            guard case .found(.inProgress(let step)) = await restarted.profiles.load(for: user) else {
                Issue.record("the profile is not found")
                return
            }
            #expect(step?.rawValue == "place")
            await restarted.profiles.sendPendingChanges()
            let tablet = Phone(server, name: "tablet")
            _ = try await tablet.signIn()
            let profile = try #require(tablet.profiles.snapshot?.profile)
            #expect(profile[ProfileField.string("city")] == "Nice")
            #expect(profile[ProfileField.string("name")] == "Test User 1")
            #expect(profile.onboarding.step == "place")
        }
    }

    @Test func `two devices that save different fields at once lose nothing`() async throws {
        try await RunningServer.run { server in
            let phones = [Phone(server), Phone(server, name: "tablet")]
            for phone in phones { _ = try await phone.signIn() }
            for round in 0..<10 {
                async let first = phones[0].save(["name": "name \(round)"])
                async let second = phones[1].save(["city": "city \(round)"])
                _ = try await (first, second)
                let reader = Phone(server, name: "reader \(round)")
                _ = try await reader.signIn()
                let profile = try #require(reader.profiles.snapshot?.profile)
                #expect(profile[ProfileField.string("name")] == "name \(round)")
                #expect(profile[ProfileField.string("city")] == "city \(round)")
            }
        }
    }

    @Test func `a change to a read-only field is rejected, and the rest is saved`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            _ = try await phone.signIn()
            var draft = try await phone.profiles.draft()
            draft[ProfileField.bool("isSubscribed")] = true
            draft[ProfileField.string("city")] = "Lyon"
            let error = await #expect(throws: AuthError.self) { try await phone.profiles.save(draft) }
            #expect(error?.code == .readOnlyField)
            let profile = try #require(phone.profiles.snapshot?.profile)
            #expect(profile[ProfileField.string("city")] == "Lyon")
            #expect(profile[ProfileField.bool("isSubscribed")] == false)
            #expect(phone.profiles.snapshot?.pendingFields == [])
        }
    }

    @Test func `a signed-out user's unsent changes reach neither that user nor the next one`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            _ = try await phone.signIn(1)
            phone.network.condition = .isCut
            _ = try await phone.save(["city": "Lyon"])
            await phone.manager.signOut()
            phone.network.condition = .works
            _ = try await phone.signIn(2)
            await phone.profiles.sendPendingChanges()
            #expect(phone.profiles.snapshot?.profile[ProfileField.string("city")] == nil)
            let back = Phone(server, name: "tablet")
            _ = try await back.signIn(1)
            #expect(back.profiles.snapshot?.profile[ProfileField.string("city")] == nil)
        }
    }

    @Test func `a profile is saved after the access token has expired`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            _ = try await phone.signIn()
            try server.providers.clock.advance(by: 3_600)
            let save = try await phone.save(["city": "Lyon"])
            #expect(save == .saved(save.profile))
        }
    }

    @Test @MainActor func `the app's state follows the profile through onboarding and a restart`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            let app = AppState(auth: phone.manager, profiles: phone.profiles)
            let run = Task { await app.run() }
            defer { run.cancel() }
            await app.signIn(using: MintedCredential(server: server, provider: .google, user: 1))
            #expect(await eventually { app.isOnboardingInProgress })
            var draft = try await phone.profiles.draft()
            draft[ProfileField.string("name")] = "Test User 1"
            _ = try await phone.profiles.complete(draft)
            app.completeOnboarding()
            #expect(app.isOnboardingCompleted)

            let next = await phone.restarted()
            let restarted = AppState(auth: next.manager, profiles: next.profiles)
            let follow = Task { await restarted.run() }
            defer { follow.cancel() }
            #expect(await eventually { restarted.isOnboardingCompleted })
        }
    }

    @MainActor private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<2_000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}
