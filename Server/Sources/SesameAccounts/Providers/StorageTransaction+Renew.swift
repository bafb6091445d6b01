import SesameWire

extension StorageTransaction {
    /// Updates the stored subject of an identity to its current form, and encrypts its provider tokens for that form.
    ///
    /// - Returns: The updated identity.
    func renew(
        _ identity: Identity, as subject: SubjectAliases, _ cipher: ProviderTokenCipher
    ) throws(StorageError) -> Identity {
        guard !identity.subject.hasSameBytes(as: subject.current) else { return identity }
        let tokens = try providerTokens(of: identity)
        try rename(identity, to: subject.current)
        for token in tokens { try put(try cipher.seal(token, for: subject.current)) }
        return identity.renamed(subject.current)
    }
}

extension Identity {
    fileprivate func renamed(_ subject: String) -> Identity {
        Identity(
            app: app, provider: provider, subject: subject, account: account, claims: claims,
            linkableEmail: linkableEmail, createdAt: createdAt, status: status)
    }
}

extension StorageReader {
    func providerTokens(of identity: Identity) throws(StorageError) -> [SealedProviderToken] {
        try providerTokens(of: identity.account, in: identity.app).filter { token in
            token.provider == identity.provider && token.subject.hasSameBytes(as: identity.subject)
        }
    }
}
