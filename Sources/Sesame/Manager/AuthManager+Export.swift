public import SesameCore

extension AuthManager {
    /// Returns all data that the server stores about the user, as a JSON document to share or save.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago: get a fresh
    /// credential of the same user and pass it. Guests need none.
    public func exportAccount(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) -> [UInt8] {
        if let credential { try await reauthenticate(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            try await service.exportService.export(session)
        }
    }
}
