public import SesameCore

extension AuthManager {
    /// Signs out on this device, even if the store and the network fail, and then ends the session at the server. If
    /// the server cannot be reached, the session is ended later, also after a restart.
    ///
    /// The user is signed out before the first suspension, unless the session has to be unlocked first, which the user
    /// may refuse. A user whom another process has signed in meanwhile is signed out, too.
    public func signOut() async {
        read(readStore())
        _ = await unlock()
        // Another process may have refreshed, or signed in another user: the store's session ends.
        read(readStore())
        let session = machine.session
        machine.signedOut(.byUser)
        gate.open()
        // The revocation comes before the removal, so that the sign-out is still known after a crash in between.
        if let session {
            departing.insert(session.id)
            enqueue(Revocation(session))
            // Another process may have stored another session while this one waited for its turn.
            if case .success(let held?) = readStore(), !held.continues(session) { enqueue(Revocation(held)) }
        }
        forgetSession(session)
        if let session { await takeLeave(of: session) }
        await sendPendingRevocations()
    }

    /// Deletes the account at the server and on the device.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago: get a fresh
    /// credential of the same user and pass it. Guests need none.
    ///
    /// If the account was already deleted, for example because a response was lost, this succeeds, and reports no
    /// remaining steps for the user.
    @discardableResult
    public func deleteAccount(
        confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> AccountDeletion {
        let begun = clock.now
        do throws(AuthError) {
            let deletion = try await delete(confirmedBy: credential)
            record(AuthEvent(.accountDeleted, duration: elapsed(since: begun)))
            return deletion
        } catch {
            record(AuthEvent(.deletionFailed, code: error.code, duration: elapsed(since: begun)))
            throw error
        }
    }

    private func delete(confirmedBy credential: AuthCredential?) async throws(AuthError) -> AccountDeletion {
        if let credential { try await reauthenticate(with: credential) }
        return try await leased { [service] session throws(AuthError) in
            var deletion = AccountDeletion()
            do throws(AuthError) {
                deletion = try await service.deleteAccount(session)
            } catch {
                guard error.code == .userDeleted else { throw error }
            }
            self.end(session, .accountDeleted)
            return deletion
        }
    }

    /// Uses a session from the server's response in place of the session of the request. Throws `cancelled` and revokes
    /// the new session if the user has signed out, or another user has signed in, meanwhile.
    /// - Returns: The session, with newer tokens if another process has stored some.
    func adopt(_ session: Session, inPlaceOf asked: Session) async throws(AuthError) -> Session {
        guard let current = machine.session, current.continues(asked) else {
            await discard(session)
            throw .superseded
        }
        // Another process may have signed out, or signed in another user, meanwhile.
        let stored = readStore()
        if case .success(let held) = stored, held?.continues(asked) != true {
            read(stored)
            await discard(session)
            throw .superseded
        }
        do throws(AuthError) {
            let adopted = session.keepingTokens(of: try? stored.get(), since: asked)
            try install(adopted, leaving: .these([asked.user.uid]))
            return adopted
        } catch {
            // The earlier session continues.
            if !session.continues(asked) { await discard(session) }
            throw error
        }
    }

    /// Removes a session that has ended at the server, unless another one has replaced it.
    func end(_ session: Session, _ reason: SignOutReason) {
        guard let current = machine.session, current.continues(session) else { return }
        machine.signedOut(reason)
        gate.open()
        forgetSession(continuing: session)
    }
}
