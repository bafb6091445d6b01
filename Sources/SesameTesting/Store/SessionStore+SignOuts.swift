public import Sesame
public import SesameCore

extension SessionStore {
    /// The sign-outs that the server has not heard of yet, oldest first.
    public func queuedSignOuts() throws(AuthError) -> [Revocation] {
        try loadRevocations()
    }
}
