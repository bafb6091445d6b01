public import SesameCore
import SesameWire

extension AuthManager {
    /// Takes a way to sign in from the account. Whoever else has it, too, is out: all other sessions end.
    ///
    /// Throws ``SesameCore/AuthError/Code/lastMethod`` when it is the account's only one, and
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a fresh
    /// credential of the same person, by whichever of their ways, and hand it in.
    /// - Returns: Who is signed in, with the ways that are left.
    @discardableResult
    public func unlink(
        _ method: LinkedMethod, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> UserAuthInfo {
        let begun = clock.now
        do throws(AuthError) {
            if let credential { try await confirm(with: credential) }
            let change = try await changeLeased { [service] session throws(AuthError) in
                do throws(AuthError) {
                    try await service.linkingService.unlink(method, from: session)
                } catch {
                    // Another device was first, or the answer to the last try was lost.
                    guard error.code == .notFound else { throw error }
                }
                var session = session
                session.user.providers.removeAll { $0.hasSameBytes(as: method.rawValue) }
                if method == .apple { session.appleUser = nil }
                return Upgrade(outcome: .kept, session: session)
            }
            record(AuthEvent(.methodUnlinked, method: method.method, duration: elapsed(since: begun)))
            return change.user
        } catch {
            record(
                AuthEvent(.unlinkFailed, method: method.method, code: error.code, duration: elapsed(since: begun)))
            throw error
        }
    }

    /// Goes on with the session that a fresh proof of who the person is brings.
    func confirm(with credential: AuthCredential) async throws(AuthError) {
        _ = try await changeLeased { [service] session throws(AuthError) in
            let confirmed = try await service.confirm(session, with: credential).keepingKnown(of: session)
            guard confirmed.user.uid.hasSameBytes(as: session.user.uid) else {
                await self.discard(confirmed)
                throw AuthError(.reauthenticationRequired, "the credential is another person's")
            }
            return Upgrade(outcome: .kept, session: confirmed)
        }
    }
}
