import Foundation
import SesameCore

extension AccountService {
    /// Changes the caller's profile, all of the change or nothing.
    ///
    /// A change for another version than the current one is refused with the profile as it is now, unless everything it
    /// asks for is there already: then it is the repetition of one whose answer was lost.
    ///
    /// - Parameter condition: The versions that the change was made for.
    /// - Returns: The account as it is now.
    package func changeProfile(
        of caller: Caller, by change: ProfileChange, if condition: VersionCondition = .any, context: RequestContext
    ) async throws(Refusal) -> AccountView {
        let step = ProfileStep(if: condition) { _ throws(Refusal) in change }
        return try await changeProfile(of: caller, in: [step], context: context)[0]
    }

    /// Changes the caller's profile in several steps, and where it comes along with them the registration of their device:
    /// all of it or nothing.
    ///
    /// - Returns: The account after each step.
    package func changeProfile(
        of caller: Caller, in steps: [ProfileStep], device: DeviceChange? = nil, context: RequestContext
    ) async throws(Refusal) -> [AccountView] {
        try limiter?.admitChange(of: caller.session.account)
        let registration = try device.map { device throws(Refusal) in
            try DeviceAttempt(device, of: caller, safe: devices, now: environment.now, context: context)
        }
        let attempt = ProfileAttempt(
            caller: caller, steps: steps, device: registration, now: environment.now, context: context)
        return try await write { transaction throws(StorageError) in try attempt.run(transaction) }.get()
    }
}

/// One of several changes of a profile: worked out of what the account is when its turn comes.
package struct ProfileStep: Sendable {
    /// The versions that the change is made for.
    let condition: VersionCondition
    /// The change; nil where nothing of the profile is to change.
    let change: @Sendable (AccountView) throws(Refusal) -> ProfileChange?

    /// Makes a step.
    package init(
        if condition: VersionCondition = .any,
        _ change: @escaping @Sendable (AccountView) throws(Refusal) -> ProfileChange?
    ) {
        self.condition = condition
        self.change = change
    }
}

extension ProfileStep {
    /// The account with the profile as the step leaves it.
    func applied(
        to view: AccountView, by schema: ProfileSchema, as writer: ProfileField.Owner, at now: Date
    ) throws(Refusal) -> AccountView {
        guard let change = try self.change(view) else { return view }
        if writer == .person, schema.refusesChanges(of: view) {
            throw Refusal(
                .providerRequired,
                "this needs a sign-in with \(schema.providers.map(\.rawValue).joined(separator: " or "))")
        }
        let profile = view.account.profile
        let edited = try change.edited(view, by: schema, as: writer)
        let result: Result<Profile, Refusal>
        do throws(Refusal) {
            result = .success(try change.applied(to: profile, edited: edited, by: schema, as: writer, at: now))
        } catch {
            result = .failure(error)
        }
        var account = view.account
        if condition.allows(profile.version) {
            account.profile = try result.get()
        } else {
            // A change that has nothing left to do is the repetition of one whose answer was lost.
            guard case .success(profile) = result else {
                throw .stale(view, schema, presented: condition.version)
            }
        }
        return view.with(account)
    }
}

/// Changes of one profile: the rules, in one transaction.
private struct ProfileAttempt: Sendable {
    let caller: Caller
    let steps: [ProfileStep]
    let device: DeviceAttempt?
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<[AccountView], Refusal> {
        let before = try caller.requireCurrent(at: now, transaction).view
        var (view, views): (AccountView, [AccountView]) = (before, [])
        do throws(Refusal) {
            for step in steps {
                view = try step.applied(to: view, by: caller.app.profile, as: .person, at: now)
                views.append(view)
            }
        } catch {
            if error.code == .readOnlyField { try note(.readOnlyFieldRefused, transaction) }
            return .failure(error)
        }
        if view.account.profile != before.account.profile { try transaction.update(view.account) }
        try device?.run(transaction)
        return .success(views)
    }

    private func note(_ kind: SecurityEvent.Kind, _ transaction: any StorageTransaction) throws(StorageError) {
        try transaction.insert(
            SecurityEvent(
                kind: kind, app: caller.app.id, account: caller.session.account, session: caller.session.id, at: now,
                context: context))
    }
}
