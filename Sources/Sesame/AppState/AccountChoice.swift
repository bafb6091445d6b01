package import SesameCore

/// The choice between two accounts that a signed-in user has to make after a conflict.
package struct AccountChoice: Sendable, Equatable {
    /// The offered choices, in order: merging only if the server allows it, then switching and keeping.
    package let choices: [ConflictChoice]
    /// The ticket with which the server carries out the choice; nil if a switch to the other account requires a new
    /// sign-in.
    let ticket: Secret?

    /// Creates the choice that an error requires; nil for any other error.
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

    /// Carries out the user's choice, even if a dialog has already cleared ``problem``.
    ///
    /// - Parameters:
    ///   - source: The credential source that led to the conflict. If the choice has no ticket, a switch signs in with
    ///     this source; without a source, the error is only dismissed.
    ///   - role: The role of a new user, in apps with roles.
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
