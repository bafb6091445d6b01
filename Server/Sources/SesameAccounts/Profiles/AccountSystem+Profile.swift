import Foundation
import SesameCore

extension AccountSystem {
    /// Changes the caller's profile, all of the change or nothing.
    ///
    /// A change for another version than the current one is refused with the profile as it is now, unless everything it
    /// asks for is there already: then it is the repetition of one whose answer was lost.
    ///
    /// - Parameter condition: The versions that the change was made for.
    /// - Returns: The account as it is now.
    public func changeProfile(
        of caller: Caller, by change: ProfileChange, if condition: VersionCondition = .any, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        try limiter?.admitChange(of: caller)
        let attempt = ProfileAttempt(
            caller: caller, change: change, condition: condition, now: environment.now, context: context)
        return try await write { transaction throws(StorageError) in try attempt.run(transaction) }.get()
    }
}

/// One change of a profile: the rules, in one transaction.
private struct ProfileAttempt: Sendable {
    let caller: Caller
    let change: ProfileChange
    let condition: VersionCondition
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<AccountView, Refusal> {
        let view: AccountView
        switch try caller.current(at: now, transaction) {
        case .success(let current): view = current.view
        case .failure(let refusal): return .failure(refusal)
        }
        let profile: Profile
        do throws(Refusal) {
            profile = try changed(view)
        } catch {
            if error.code == .readOnlyField { try note(.readOnlyFieldRefused, transaction) }
            return .failure(error)
        }
        guard profile != view.account.profile else { return .success(view) }
        var account = view.account
        account.profile = profile
        try transaction.update(account)
        return .success(view.with(account))
    }

    private func changed(_ view: AccountView) throws(Refusal) -> Profile {
        let (schema, profile) = (caller.app.profile, view.account.profile)
        if schema.refusesChanges(of: view) {
            throw Refusal(
                .providerRequired,
                "this needs a sign-in with \(schema.providers.map(\.rawValue).joined(separator: " or "))")
        }
        let edited = try change.edited(view, by: schema)
        let result: Result<Profile, Refusal>
        do throws(Refusal) {
            result = .success(try change.applied(to: profile, edited: edited, by: schema, at: now))
        } catch {
            result = .failure(error)
        }
        if condition.allows(profile.version) { return try result.get() }
        guard case .success(profile) = result else {
            throw .stale(view, schema, presented: condition.version)
        }
        return profile
    }

    private func note(_ kind: SecurityEvent.Kind, _ transaction: any StorageTransaction) throws(StorageError) {
        try transaction.insert(
            SecurityEvent(
                kind: kind, app: caller.app.id, account: caller.session.account, session: caller.session.id, at: now,
                context: context))
    }
}

extension Refusal {
    fileprivate static func stale(_ view: AccountView, _ schema: ProfileSchema, presented: Int?) -> Refusal {
        var refusal = Refusal(.preconditionFailed, "the profile was changed meanwhile; see what it is now")
        refusal.stale = Refusal.Stale(presented: presented, account: view, schema: schema)
        return refusal
    }
}
