import Foundation
import SesameCore

extension AccountService {
    /// Changes the caller's profile, atomically.
    ///
    /// A change for an outdated version is refused with the current profile, unless the profile already has all values
    /// of the change: the request is then the retry of one whose response was lost.
    ///
    /// - Parameter condition: The profile versions that the change applies to.
    /// - Returns: The account after the change.
    package func changeProfile(
        of caller: Caller, by change: ProfilePatch, if condition: VersionCondition = .any, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let step = ProfileUpdate(if: condition) { _ throws(AccountError) in change }
        return try await changeProfile(of: caller, in: [step], context: context)[0]
    }

    /// Changes the caller's profile in several steps and, if requested, registers or removes their device, atomically.
    ///
    /// - Returns: The account after each step.
    package func changeProfile(
        of caller: Caller, in steps: [ProfileUpdate], device: DeviceChange? = nil, context: RequestContext
    ) async throws(AccountError) -> [AccountRecord] {
        try limiter?.admitChange(of: caller.session.account)
        let registration = try device.map { device throws(AccountError) in
            try DeviceTransaction(device, of: caller, cipher: devices, now: environment.now, context: context)
        }
        let attempt = ProfileTransaction(
            caller: caller, steps: steps, device: registration, now: environment.now, context: context)
        return try await write { transaction throws(StorageError) in try attempt.run(transaction) }.get()
    }
}

/// One of several changes of a profile, computed from the account after the previous steps.
package struct ProfileUpdate: Sendable {
    /// The profile versions that the change applies to.
    let condition: VersionCondition
    /// The function that computes the change; it returns nil to leave the profile unchanged.
    let change: @Sendable (AccountRecord) throws(AccountError) -> ProfilePatch?

    /// Creates a step, by default for any version of the profile.
    package init(
        if condition: VersionCondition = .any,
        _ change: @escaping @Sendable (AccountRecord) throws(AccountError) -> ProfilePatch?
    ) {
        self.condition = condition
        self.change = change
    }
}

extension ProfileUpdate {
    /// Returns the account with the changed profile. Throws if the writer may not make the change, or if the profile's
    /// version does not meet the condition, unless the profile already has all values of the change.
    func applied(
        to view: AccountRecord, by schema: ProfileSchema, as writer: ProfileFieldDefinition.Owner, at now: Date
    ) throws(AccountError) -> AccountRecord {
        guard let change = try self.change(view) else { return view }
        if writer == .person, schema.refusesChanges(of: view) {
            throw AccountError(
                .providerRequired,
                "this change requires a sign-in with \(schema.providers.map(\.rawValue).joined(separator: " or "))")
        }
        let profile = view.account.profile
        let edited = try change.edited(view, by: schema, as: writer)
        let result: Result<StoredProfile, AccountError>
        do throws(AccountError) {
            result = .success(try change.applied(to: profile, edited: edited, by: schema, as: writer, at: now))
        } catch {
            result = .failure(error)
        }
        var account = view.account
        if condition.allows(profile.version) {
            account.profile = try result.get()
        } else {
            // A change without any effect is the retry of a request whose response was lost.
            guard case .success(profile) = result else {
                throw .stale(view, schema, presented: condition.version)
            }
        }
        return view.with(account)
    }
}

/// A change of one profile in several steps, in one transaction.
private struct ProfileTransaction: Sendable {
    let caller: Caller
    let steps: [ProfileUpdate]
    let device: DeviceTransaction?
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<[AccountRecord], AccountError> {
        let before = try caller.requireCurrent(at: now, transaction).view
        var (view, views): (AccountRecord, [AccountRecord]) = (before, [])
        do throws(AccountError) {
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
