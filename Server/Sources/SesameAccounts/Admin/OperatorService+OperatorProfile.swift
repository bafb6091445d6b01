import SesameCore
import SesameWire

/// One change in an operator's batch of profile changes; see ``OperatorService/changeProfiles(in:of:context:)``.
package struct AdminProfileUpdate: Sendable {
    package let account: AccountID
    package let step: ProfileUpdate

    package init(_ account: AccountID, _ step: ProfileUpdate) {
        self.account = account
        self.step = step
    }
}

extension OperatorService {
    /// Changes a user's profile on behalf of the operator; see ``changeProfiles(in:of:context:)``.
    ///
    /// - Parameter condition: The profile versions that the change applies to.
    /// - Returns: The updated account.
    package func changeProfile(
        of account: AccountID, by change: ProfilePatch, if condition: VersionCondition, in app: App,
        context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let step = ProfileUpdate(if: condition) { _ throws(AccountError) in change }
        return try await changeProfiles(in: [AdminProfileUpdate(account, step)], of: app, context: context)[0]
    }

    /// Changes users' profiles on behalf of the operator, all in one transaction. The operator may change the user's
    /// fields and the server's, but neither a provider's claims nor values derived from the account. An event is
    /// recorded for each changed profile.
    ///
    /// - Returns: The account after each step.
    package func changeProfiles(
        in steps: [AdminProfileUpdate], of app: App, context: RequestContext
    ) async throws(AccountError) -> [AccountRecord] {
        let now = environment.now
        return try await write { transaction throws(StorageError) in
            var before: [AccountID: AccountRecord] = [:]
            for step in steps where before[step.account] == nil {
                guard let view = try transaction.view(of: step.account, in: app.id) else {
                    throw .refused(.noSuchAccount)
                }
                before[step.account] = view
            }
            var (views, after) = (before, [AccountRecord]())
            do throws(AccountError) {
                for step in steps {
                    guard let view = views[step.account] else { throw .noSuchAccount }
                    let changed = try step.step.applied(to: view, by: app.profile, as: .server, at: now)
                    views[step.account] = changed
                    after.append(changed)
                }
            } catch {
                throw .refused(error)
            }
            for (id, view) in views {
                guard let old = before[id]?.account.profile, view.account.profile != old else { continue }
                try transaction.update(view.account)
                try transaction.insert(
                    SecurityEvent(
                        kind: .profileChanged, app: app.id, account: id, session: nil, at: now, context: context,
                        detail: view.account.profile.differences(from: old)))
            }
            return after
        }
    }
}

extension StoredProfile {
    /// The maximum number of fields listed in an event.
    private static let maxNamedFields = 8

    /// Returns the names of the changed fields, separated by commas, for an event: at most ``maxNamedFields``, then an
    /// ellipsis if there are more. Nil if no field has changed, only the onboarding.
    fileprivate func differences(from old: StoredProfile) -> String? {
        let names =
            fields.members.filter { old.fields[$0.name] != $0.value }.map(\.name)
            + old.fields.members.filter { fields[$0.name] == nil }.map(\.name)
        guard !names.isEmpty else { return nil }
        return names.prefix(Self.maxNamedFields).joined(separator: ",")
            + (names.count > Self.maxNamedFields ? ",…" : "")
    }
}
