public import Sesame
public import SesameCore

extension SessionStore {
    /// Returns the sign-outs that are not sent to the server yet, oldest first.
    public func queuedSignOuts() throws(AuthError) -> [Revocation] {
        try loadRevocations()
    }
}
