package import SesameTokens

/// An app's settings for one identity provider.
package struct ProviderSettings: Sendable {
    /// The client ids that a token's `aud` may contain.
    package let clientIDs: [String]
    /// The form of the nonce by client id; all other clients have ``defaultNonceForm``.
    package let nonceForms: [String: NonceForm]
    /// The form of the nonce in tokens of all client ids that ``nonceForms`` does not list.
    package let defaultNonceForm: NonceForm

    /// The policy for an account without another sign-in method, after the user has closed their account at the
    /// provider.
    package let deletedPeople: ProviderAccountDeletionPolicy

    package init(
        clientIDs: [String], nonceForms: [String: NonceForm] = [:], defaultNonceForm: NonceForm,
        deletedPeople: ProviderAccountDeletionPolicy = .delete
    ) {
        self.clientIDs = clientIDs
        self.nonceForms = nonceForms
        self.defaultNonceForm = defaultNonceForm
        self.deletedPeople = deletedPeople
    }
}
