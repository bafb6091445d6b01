import SesameWire

extension Set<AdminScope> {
    /// All scopes, for a Firebase service account that the app trusts, and for the operator of a Firebase emulator.
    package static let all = Set(AdminScope.allCases)

    /// Checks that the set contains the scope; throws `insufficient_scope` otherwise.
    package func require(_ scope: AdminScope) throws(AccountError) {
        if let refusal = refusal(of: scope) { throw refusal }
    }

    /// Checks that the set contains a scope that allows reading or changing accounts; throws `insufficient_scope`
    /// otherwise. Call this before reading an account, so that no error reveals the account's existence.
    package func requireAnyUserScope() throws(AccountError) {
        if isDisjoint(with: [.usersRead, .usersWrite, .usersRecover, .usersActAs]) { try require(.usersWrite) }
    }

    func refusal(of scope: AdminScope) -> AccountError? {
        contains(scope) ? nil : AccountError(.insufficientScope, "the admin key lacks the scope \(scope.rawValue)")
    }
}
