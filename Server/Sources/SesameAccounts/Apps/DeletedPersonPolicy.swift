/// The consequence for an account whose person has closed the provider's account that was its only sign-in method.
package enum DeletedPersonPolicy: String, Sendable, CaseIterable {
    /// It is deleted with all that belongs to it: nobody can sign in to it any more.
    case delete
    /// It stays, for the operator to give back.
    case keep
}
