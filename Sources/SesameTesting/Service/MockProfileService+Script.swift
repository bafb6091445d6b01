public import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension MockProfileService {
    /// Accesses a user's profile at the back end; nil if the user has none.
    public subscript(uid: String) -> Profile? {
        get { state.withLock { $0.documents.profiles[uid] } }
        set { state.withLock { $0.documents.profiles[uid] = newValue } }
    }

    /// The fields required to complete the onboarding.
    public var required: [String] {
        get { state.withLock { $0.documents.required } }
        set { state.withLock { $0.documents.required = newValue } }
    }

    /// Makes later changes of a field fail with the given code, or succeed again if the code is nil. Use the field
    /// `onboarding.step` for moves along the onboarding's steps.
    ///
    /// - Parameter naming: True if the errors contain the field's name. The last call decides this for all refused
    ///   fields.
    public func refuse(_ field: String, with code: AuthError.Code?, naming: Bool = true) {
        state.withLock { state in
            state.documents.refused[field] = code
            state.documents.namesFields = naming
        }
    }

    /// True if the response to a stale change contains the newest profile. Otherwise the client must load it.
    public var sendsStale: Bool {
        get { state.withLock { $0.sendsStale } }
        set { state.withLock { $0.sendsStale = newValue } }
    }

    /// Schedules one change by another device, before the next save is processed.
    public func changeBeforeNextSave(_ fields: JSONObject, _ onboarding: OnboardingStatus? = nil) {
        state.withLock { $0.betweenSaves = { $0.take(fields, onboarding) } }
    }

    /// Makes a change by another device, at once; does nothing if the user has no profile.
    public func change(_ uid: String, _ fields: JSONObject, _ onboarding: OnboardingStatus? = nil) {
        state.withLock { state in
            guard let now = state.documents.profiles[uid]?.updatedAt else { return }
            state.documents.change(uid, at: now) { $0.take(fields, onboarding) }
        }
    }

    /// The changes passed to `save(_:for:)`, in order, including those that failed.
    public var saves: [ProfileChange] { state.withLock { $0.saves } }

    /// The uids passed to `save(_:for:)`, in order, including those of failed calls.
    public var savers: [String] { state.withLock { $0.savers } }
}

extension Profile {
    /// Returns a profile for tests and previews; by default of a new user.
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
