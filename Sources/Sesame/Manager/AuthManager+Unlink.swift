public import SesameCore
import SesameWire

extension AuthManager {
    /// Removes a sign-in method from the account. All other sessions end, if the back end can end them (Firebase
    /// cannot), so that anyone else with access to the method is signed out.
    ///
    /// Throws ``SesameCore/AuthError/Code/lastMethod`` if it is the account's only one, and
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago: get a fresh
    /// credential of the same user, by any of their methods, and pass it.
    /// - Returns: The signed-in user, with the remaining methods.
    @discardableResult
    public func unlink(
        _ method: LinkedMethod, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> UserAuthInfo {
        let begun = clock.now
        do throws(AuthError) {
            if let credential { try await reauthenticate(with: credential) }
            let change = try await changeLeased { [service] session throws(AuthError) in
                do throws(AuthError) {
                    try await service.linkingService.unlink(method, from: session)
                } catch {
                    // Another device has removed the method, or the response to the last attempt was lost.
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

    /// Confirms the user with a fresh credential, and adopts the session of the response. Throws
    /// `reauthenticationRequired` if the credential belongs to another user.
    func reauthenticate(with credential: AuthCredential) async throws(AuthError) {
        _ = try await changeLeased { [service] session throws(AuthError) in
            let confirmed = try await service.reauthenticate(session, with: credential).keepingKnown(of: session)
            guard confirmed.user.uid.hasSameBytes(as: session.user.uid) else {
                await self.discard(confirmed)
                throw AuthError(.reauthenticationRequired, "the credential belongs to another user")
            }
            return Upgrade(outcome: .kept, session: confirmed)
        }
    }
}
