public import SesameCore

extension AuthManager {
    /// Signs out. Nobody is signed in any more before the first wait, whatever the store and the network do.
    ///
    /// It then waits for the server to end the session; when the server cannot be reached, that is made up for later,
    /// also after a restart.
    public func signOut() async {
        // Another process may have refreshed, or signed somebody else in: it is the store's session that ends.
        machine.read(readStore())
        let session = machine.session
        machine.signedOut(.requested)
        // First the revocation, then the removal: after a crash in between, the first one says that it was signed out.
        if let session { enqueue(Revocation(session)) }
        forgetSession()
        await deliverRevocations()
    }

    /// Deletes the account, at the server and here.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a
    /// fresh credential of the same person and hand it in. Guests need none.
    public func deleteAccount(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) {
        var session = try await usableSession(validFor: .seconds(60))
        if let credential { session = try await confirm(session, with: credential) }
        do throws(AuthError) {
            try await service.deleteAccount(session)
        } catch {
            switch error.code {
            case .userDeleted: break
            case .sessionEnded, .sessionRevoked, .userDisabled:
                end(session, .ended(error.code))
                throw error
            default: throw error
            }
        }
        end(session, .accountDeleted)
    }

    private func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        let confirmed = try await service.confirm(session, with: credential)
        guard !confirmed.id.hasSameBytes(as: session.id) else { return confirmed }
        guard let current = machine.session, current.continues(session) else {
            await discard(confirmed)
            throw .superseded
        }
        do throws(AuthError) {
            try install(confirmed)
        } catch {
            await discard(confirmed)
            throw error
        }
        return confirmed
    }

    /// Forgets a session that is no more at the server, unless another one has taken its place.
    func end(_ session: Session, _ reason: SignOutReason) {
        guard let current = machine.session, current.continues(session) else { return }
        machine.signedOut(reason)
        forgetSession(continuing: session)
    }
}
