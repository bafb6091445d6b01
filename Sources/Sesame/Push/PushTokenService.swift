public import SesameCore

/// A back end that is told at which device a person's pushes arrive: ours, or another vendor's.
public protocol PushTokenService: Sendable {
    /// Registers the device for the person of that uid, who is signed in; throws rather than to register it for another
    /// one. A token that the installation has registered before is replaced.
    /// - Parameter installation: The id of this device's installation for that person, made by the device.
    func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError)

    /// Takes the installation's registration back, with the tokens of a session that was signed out and has not ended at
    /// the server yet. One that is not there is no error.
    func remove(installation: String, of session: Session) async throws(AuthError)
}
