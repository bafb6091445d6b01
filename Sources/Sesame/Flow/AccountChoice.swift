package import SesameCore

/// The choice between two accounts that an app asks somebody for who is signed in.
package struct AccountChoice: Sendable, Equatable {
    /// The choices, in the order in which they are offered.
    package let choices: [ConflictChoice]
    /// The ticket that carries the choice out at the server; nil where the other account can only be signed in to.
    let ticket: Secret?

    /// The choice that a problem asks for; nil for any other problem.
    package init?(_ problem: AuthError) {
        guard case .chooseAccount(let ticket) = problem.recovery else { return nil }
        self.ticket = ticket
        let canMerge = ticket != nil && problem.conflict?.merge != nil
        choices = canMerge ? [.merge, .switch, .keep] : [.switch, .keep]
    }
}

extension AppState {
    /// The choice between two accounts that stands open; nil while none does.
    package var accountChoice: AccountChoice? {
        guard currentUser != nil else { return nil }
        return problem.flatMap { AccountChoice($0) }
    }

    /// Carries out the choice. It need not be ``problem`` any more: a dialog may put that away first.
    /// - Parameters:
    ///   - source: The way that has led to the choice, which is asked again where only a sign-in leads to the other account.
    ///   - role: The role of a guest who signs up so, in apps with roles.
    package func choose(
        _ choice: ConflictChoice, in question: AccountChoice, by source: (any CredentialSource)?, role: String? = nil
    ) async {
        switch (choice, question.ticket) {
        case (_, let ticket?): await settle(choice, ticket: ticket)
        case (.switch, nil):
            guard let source else { return dismissProblem() }
            await signIn(using: source, role: role, replacingGuest: true)
        case (.keep, nil), (.merge, nil): dismissProblem()
        }
    }
}
