import SesameCore
import SesameWire

/// A profile service without a server, for ``AuthConfiguration/mock(signedInAs:)``. Every user has a profile with the
/// onboarding complete, and changes last until the process ends.
final class PreviewProfileService: ProfileService {
    private let profiles = Locked<[String: Profile]>([:])

    func load(for uid: String) async throws(AuthError) -> Profile? {
        change(uid) { _ in }
    }

    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        self.change(uid) { fields in
            for member in change.fields.members {
                fields[member.name] = member.value == .null ? nil : .some(member.value)
            }
        }
    }

    func complete(for uid: String) async throws(AuthError) -> Profile {
        change(uid) { _ in }
    }

    private func change(_ uid: String, _ change: (inout JSONObject) -> Void) -> Profile {
        profiles.withLock { profiles in
            let now = AuthClock.system.now
            let last = profiles[uid]
            var fields = last?.fields ?? [:]
            change(&fields)
            let isNew = last == nil || last?.fields != fields
            let profile = Profile(
                uid: uid, version: (last?.version ?? 0) + (isNew ? 1 : 0), fields: fields,
                onboarding: OnboardingStatus(state: .completed), createdAt: last?.createdAt ?? now,
                lastSignInAt: last?.lastSignInAt ?? now, updatedAt: isNew ? now : last?.updatedAt ?? now)
            profiles[uid] = profile
            return profile
        }
    }
}
