import SesameCore

extension MaintenanceService {
    /// Returns summaries of the signing keys, without private keys: first those for access tokens, then those for
    /// Firebase tokens, each newest first.
    package func signingKeys() async throws(AccountError) -> [SigningKeySummary] {
        do throws(KeyRingError) {
            return try await keys.listed() + (firebase?.keys?.listed() ?? [])
        } catch {
            throw AccountError(error)
        }
    }

    /// Rotates the signing keys of access tokens and of Firebase tokens; see ``KeyRing/Rotation``.
    package func rotateSigningKeys(
        _ rotation: KeyRing.Rotation, context: RequestContext
    ) async throws(AccountError) {
        do throws(KeyRingError) {
            try await keys.rotate(rotation, context: context)
            try await firebase?.keys?.rotate(rotation, context: context)
        } catch {
            throw AccountError(error)
        }
    }
}

extension AccountError {
    fileprivate init(_ error: KeyRingError) {
        switch error {
        case .storage(let error): self.init(error)
        case .wrongMasterKey, .sealing:
            self.init(.internal, "the signing keys cannot be used")
            diagnosis = "\(error)"
        }
    }
}
