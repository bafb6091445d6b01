public import SesameCore

extension AuthManager {
    /// Signs out. Nobody is signed in any more before the first wait, whatever the store and the network do. Whoever another
    /// process has signed in by then is signed out, too.
    ///
    /// It then waits for the server to end the session; when the server cannot be reached, that is made up for later,
    /// also after a restart. A session that its person has locked away is unlocked first, if they say yes.
    public func signOut() async {
        read(readStore())
        _ = await unlock()
        // Another process may have refreshed, or signed somebody else in: it is the store's session that ends.
        read(readStore())
        let session = machine.session
        machine.signedOut(.requested)
        gate.open()
        // First the revocation, then the removal: after a crash in between, the first one says that it was signed out.
        if let session {
            departing.insert(session.id)
            enqueue(Revocation(session))
            // While that waited for its turn another process may have stored another one.
            if case .success(let held?) = readStore(), !held.continues(session) { enqueue(Revocation(held)) }
        }
        forgetSession(session)
        if let session { await takeLeave(of: session) }
        await deliverRevocations()
    }

    /// Deletes the account, at the server and here.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a
    /// fresh credential of the same person and hand it in. Guests need none.
    ///
    /// An account that is gone already, as after an answer that was lost, is a success, of which nothing is known to be
    /// left to the person.
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
        if let credential { try await confirm(with: credential) }
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

    /// Goes on with a session that the server has given in place of the one that it was asked with.
    /// - Returns: The session, with newer tokens if another process has brought some.
    func adopt(_ session: Session, inPlaceOf asked: Session) async throws(AuthError) -> Session {
        guard let current = machine.session, current.continues(asked) else {
            await discard(session)
            throw .superseded
        }
        // Another process may have signed out, or signed somebody else in, meanwhile.
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
            // The session that was there goes on.
            if !session.continues(asked) { await discard(session) }
            throw error
        }
    }

    /// Forgets a session that is no more at the server, unless another one has taken its place.
    func end(_ session: Session, _ reason: SignOutReason) {
        guard let current = machine.session, current.continues(session) else { return }
        machine.signedOut(reason)
        gate.open()
        forgetSession(continuing: session)
    }
}
