package import SesameCore

/// The choice between two accounts that a signed-in user has to make.
package struct AccountChoice: Sendable, Equatable {
    /// The choices, in the order in which they are offered.
    package let choices: [ConflictChoice]
    /// The ticket with which the server carries out the choice; nil if the other account can only be reached by a
    /// sign-in.
    let ticket: Secret?

    /// Creates the choice that a problem requires; nil for any other problem.
    package init?(_ problem: AuthError) {
        guard case .chooseAccount(let ticket) = problem.recovery else { return nil }
        self.ticket = ticket
        let canMerge = ticket != nil && problem.conflict?.merge != nil
        choices = canMerge ? [.merge, .switch, .keep] : [.switch, .keep]
    }
}

extension AppState {
    /// The open choice between two accounts; nil if there is none.
    package var accountChoice: AccountChoice? {
        guard currentUser != nil else { return nil }
        return problem.flatMap { AccountChoice($0) }
    }

    /// Carries out the choice, even if a dialog has already cleared ``problem``.
    /// - Parameters:
    ///   - source: The credential source that led to the choice. It is used again if only a sign-in leads to the other
    ///     account.
    ///   - role: The role of a guest who signs up this way, in apps with roles.
    package func choose(
        _ choice: ConflictChoice, in question: AccountChoice, by source: (any CredentialSource)?, role: String? = nil
    ) async {
        switch (choice, question.ticket) {
        case (_, let ticket?): await resolveConflict(choice, ticket: ticket)
        case (.switch, nil):
            guard let source else { return dismissProblem() }
            await signIn(using: source, role: role, replacingGuest: true)
        case (.keep, nil), (.merge, nil): dismissProblem()
        }
    }
}
