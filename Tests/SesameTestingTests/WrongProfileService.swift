import Sesame
import SesameCore
import SesameTesting

/// A profile back end with one mistake. The mistake's raw value is part of the name of the case that finds it.
struct WrongProfileService: ProfileService {
    enum Mistake: String, CaseIterable {
        case keepsNothing = "a save returns the resulting profile"
        case losesOthers = "no other"
        case keepsNulls = "null removes"
        case decomposes = "byte for byte"
        case savesPart = "one rejected field"
        case asksForAnybody = "a call for another user"
        case countsNothing = "every change increases the version"
        case ignoresVersions = "a stale change is rejected"
        case forgetsNewest = "with the newest profile"
        case refusesRepetitions = "whose response was lost can be sent again"
        case neverBegins = "the first save starts"
        case leavesOut = "skips a step"
        case goesNowhere = "along its steps"
        case endsEarly = "while a required field is missing"
        case endsNever = "can be completed when nothing is missing"
        case beginsAgain = "a completed onboarding stays completed"
    }

    static let steps = OnboardingSteps("one", "two", "three")

    let service: MockProfileService
    let mistake: Mistake

    /// Creates a service with a new user's profile and the user's manager.
    init(_ mistake: Mistake, _ auth: AuthManager, of uid: String) {
        self.mistake = mistake
        service = MockProfileService(
            required: mistake == .endsEarly ? [] : ["name"], steps: mistake == .leavesOut ? nil : Self.steps,
            auth: mistake == .asksForAnybody ? nil : auth, .mock(of: uid))
        service.refuse("isSubscribed", with: .readOnlyField)
    }

    func load(for uid: String) async throws(AuthError) -> Profile? {
        guard var profile = try await service.load(for: uid) else { return nil }
        if mistake == .keepsNothing { profile.fields = [:] }
        return profile
    }

    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        var change = change
        switch mistake {
        case .losesOthers:
            for member in service[uid]?.fields.members ?? [] where change.fields[member.name] == nil {
                change.fields[member.name] = .some(.null)
            }
        case .keepsNulls: change.fields = JSONObject(change.fields.members.filter { !$0.value.isNull })
        case .decomposes:
            for member in change.fields.members {
                if let text = member.value.string { change.fields[member.name] = .string(text.decomposed) }
            }
        case .savesPart:
            var part = change
            part.fields["isSubscribed"] = nil
            if part.fields != change.fields { _ = try await service.save(part, for: uid) }
        case .ignoresVersions: change.version = nil
        case .refusesRepetitions:
            if let version = change.version, let profile = service[uid], version != profile.version {
                throw AuthError(.preconditionFailed, "it was changed meanwhile")
            }
        case .goesNowhere: change.steps = []
        default: break
        }
        do throws(AuthError) {
            var profile = try await service.save(change, for: uid)
            if mistake == .countsNothing { profile.version = 1 }
            if mistake == .neverBegins || mistake == .beginsAgain { profile.onboarding = .init(state: .notStarted) }
            return profile
        } catch {
            var error = error
            if mistake == .forgetsNewest { error.newest = nil }
            throw error
        }
    }

    func complete(for uid: String) async throws(AuthError) -> Profile {
        guard mistake == .endsNever, let profile = service[uid] else { return try await service.complete(for: uid) }
        return profile
    }
}
