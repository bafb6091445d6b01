public import SesameCore

extension AuthManager {
    /// All that the server keeps about the person, as a JSON document for them: to be shared or saved as a file.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: ask for a
    /// fresh credential of the same person and hand it in. Guests need none.
    public func exportAccount(confirmedBy credential: AuthCredential? = nil) async throws(AuthError) -> [UInt8] {
        if let credential { try await confirm(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            try await service.exportService.export(session)
        }
    }
}
