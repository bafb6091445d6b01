public import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension MockProfileService {
    /// The back end's profile of that user.
    public subscript(uid: String) -> Profile? {
        get { state.withLock { $0.documents.profiles[uid] } }
        set { state.withLock { $0.documents.profiles[uid] = newValue } }
    }

    /// The fields without which nobody ends the onboarding.
    public var required: [String] {
        get { state.withLock { $0.documents.required } }
        set { state.withLock { $0.documents.required = newValue } }
    }

    /// Refuses changes of a field with that code from now on, or with nil none; `onboarding.step` refuses moves.
    /// - Parameter naming: True if the refusal says which field it is about.
    public func refuse(_ field: String, with code: AuthError.Code?, naming: Bool = true) {
        state.withLock { state in
            state.documents.refused[field] = code
            state.documents.namesFields = naming
        }
    }

    /// True if a stale change is answered with the newest profile. One that is not has to be loaded.
    public var sendsStale: Bool {
        get { state.withLock { $0.sendsStale } }
        set { state.withLock { $0.sendsStale = newValue } }
    }

    /// Another device's change: before the next save is looked at, once.
    public func changeBeforeNextSave(_ fields: JSONObject, _ onboarding: OnboardingStatus? = nil) {
        state.withLock { $0.betweenSaves = { $0.take(fields, onboarding) } }
    }

    /// Another device's change, now.
    public func change(_ uid: String, _ fields: JSONObject, _ onboarding: OnboardingStatus? = nil) {
        state.withLock { state in
            guard let now = state.documents.profiles[uid]?.updatedAt else { return }
            state.documents.change(uid, at: now) { $0.take(fields, onboarding) }
        }
    }

    /// The changes that arrived, in order.
    public var saves: [ProfileChange] { state.withLock { $0.saves } }

    /// The users whose profiles were saved.
    public var savers: [String] { state.withLock { $0.savers } }
}

extension Profile {
    /// A profile for tests and previews; of a new person, unless said otherwise.
    public static func mock(
        of uid: String, version: Int = 1, _ fields: JSONObject = [:],
        _ onboarding: OnboardingStatus = OnboardingStatus(state: .notStarted),
        at date: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) -> Profile {
        Profile(
            uid: uid, version: version, fields: fields, onboarding: onboarding, createdAt: date, lastSignInAt: date,
            updatedAt: date)
    }

    fileprivate mutating func take(_ fields: JSONObject, _ onboarding: OnboardingStatus?) {
        for member in fields.members { self.fields.apply(member) }
        if let onboarding { self.onboarding = onboarding }
    }
}
