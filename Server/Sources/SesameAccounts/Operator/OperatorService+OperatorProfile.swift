/// A step of a change of people's profiles by the operator.
package struct OperatorProfileStep: Sendable {
    /// Whose profile it is.
    package let account: AccountID
    /// The change.
    package let step: ProfileStep

    /// Puts both together.
    package init(_ account: AccountID, _ step: ProfileStep) {
        self.account = account
        self.step = step
    }
}

extension OperatorService {
    /// Changes people's profiles for the operator, in all of the steps or in none. The operator changes what the persons
    /// may, and what is kept for the server; not what a provider states, or what the account shows by itself.
    ///
    /// - Returns: The account after each step.
    package func changeProfiles(
        in steps: [OperatorProfileStep], of app: App
    ) async throws(Refusal) -> [AccountView] {
        let now = environment.now
        return try await write { transaction throws(StorageError) in
            var before: [AccountID: AccountView] = [:]
            for step in steps where before[step.account] == nil {
                guard let view = try transaction.view(of: step.account, in: app.id) else {
                    throw .refused(.noSuchAccount)
                }
                before[step.account] = view
            }
            var (views, after) = (before, [AccountView]())
            do throws(Refusal) {
                for step in steps {
                    guard let view = views[step.account] else { throw .noSuchAccount }
                    let changed = try step.step.applied(to: view, by: app.profile, as: .server, at: now)
                    views[step.account] = changed
                    after.append(changed)
                }
            } catch {
                throw .refused(error)
            }
            for (id, view) in views where view.account.profile != before[id]?.account.profile {
                try transaction.update(view.account)
            }
            return after
        }
    }
}
