import SesameCore

/// The forms under which a provider's id of one person may be kept: in most apps that id itself.
struct KnownSubject: Sendable, Equatable, Codable {
    /// The form in which it is kept from now on.
    let current: String
    /// Forms in which it may have been kept before, the likeliest first.
    let earlier: [String]

    init(_ current: String, earlier: [String] = []) {
        self.current = current
        self.earlier = earlier
    }
}

extension StorageReader {
    /// The identity that is kept under any of the forms.
    func identity(_ provider: Provider, _ subject: KnownSubject, in app: AppID) throws(StorageError) -> Identity? {
        for form in [subject.current] + subject.earlier {
            if let identity = try identity(provider, subject: form, in: app) { return identity }
        }
        return nil
    }
}

extension StorageTransaction {
    /// Keeps an identity, whose person has just come, under the current form, and seals its provider tokens for that.
    ///
    /// - Returns: The identity as it is kept now.
    func renew(
        _ identity: Identity, as subject: KnownSubject, _ safe: ProviderTokenSafe
    ) throws(StorageError) -> Identity {
        guard !identity.subject.hasSameBytes(as: subject.current) else { return identity }
        let tokens = try providerTokens(of: identity)
        try rename(identity, to: subject.current)
        for token in tokens { try put(try safe.seal(token, for: subject.current)) }
        return identity.renamed(subject.current)
    }
}

extension StorageReader {
    /// The sealed provider tokens of one identity.
    func providerTokens(of identity: Identity) throws(StorageError) -> [SealedProviderToken] {
        try providerTokens(of: identity.account, in: identity.app).filter { token in
            token.provider == identity.provider && token.subject.hasSameBytes(as: identity.subject)
        }
    }
}

extension Identity {
    fileprivate func renamed(_ subject: String) -> Identity {
        Identity(
            app: app, provider: provider, subject: subject, account: account, claims: claims,
            joiningAddress: joiningAddress, createdAt: createdAt, standing: standing)
    }
}
