import SesameWire

extension Set<AdminScope> {
    /// Every scope: of a service account that the app trusts, and of whoever has the data folder.
    package static let all = Set(AdminScope.allCases)

    /// Refuses what takes a scope that is not among these.
    package func require(_ scope: AdminScope) throws(Refusal) {
        if let refusal = refusal(of: scope) { throw refusal }
    }

    /// Refuses orders on accounts to whoever may neither see nor change any: they would learn from the refusal who is there.
    package func requireAnyOfPeople() throws(Refusal) {
        if isDisjoint(with: [.usersRead, .usersWrite, .usersRecover, .usersActAs]) { try require(.usersWrite) }
    }

    func refusal(of scope: AdminScope) -> Refusal? {
        contains(scope) ? nil : Refusal(.insufficientScope, "the admin key lacks the scope \(scope.rawValue)")
    }
}
