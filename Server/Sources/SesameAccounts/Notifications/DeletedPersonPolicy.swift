/// What becomes of an account whose only identity's person has given up their account at the provider.
public enum DeletedPersonPolicy: String, Sendable, CaseIterable {
    /// It is deleted with all that belongs to it: nobody can sign in to it any more.
    case delete
    /// It stays, for the operator to give back.
    case keep
}
