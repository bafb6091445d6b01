package import SesameTokens

/// An app's settings of one provider.
package struct ProviderSettings: Sendable {
    /// The allowed client ids (`aud`) of tokens.
    package let clientIDs: [String]
    /// The form of the nonce by client id; all other clients have ``defaultNonceForm``.
    package let nonceForms: [String: NonceForm]
    /// The form of the nonce in tokens of other client ids.
    package let defaultNonceForm: NonceForm

    /// The policy for an account without another sign-in method, after the user has closed their account at the
    /// provider.
    package let deletedPeople: ProviderAccountDeletionPolicy

    /// Creates the settings.
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
