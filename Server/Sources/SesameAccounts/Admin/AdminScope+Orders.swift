import SesameCore

extension Set<AdminScope> {
    /// Every scope: of a service account that the app trusts, and of whoever has the data folder.
    public static let all = Set(AdminScope.allCases)

    /// Refuses what takes a scope that is not among these.
    public func require(_ scope: AdminScope) throws(Refusal) {
        if let refusal = refusal(of: scope) { throw refusal }
    }

    func refusal(of scope: AdminScope) -> Refusal? {
        contains(scope) ? nil : Refusal(.insufficientScope, "the admin key lacks the scope \(scope.rawValue)")
    }
}
