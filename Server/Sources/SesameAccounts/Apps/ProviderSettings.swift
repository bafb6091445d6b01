package import SesameTokens

/// An app's settings of one provider.
package struct ProviderSettings: Sendable {
    /// The client ids that tokens may be made for.
    package let clientIDs: [String]
    /// The form of the nonce by client id; others have ``defaultNonceForm``.
    package let nonceForms: [String: NonceForm]
    /// The form of the nonce in tokens of other client ids.
    package let defaultNonceForm: NonceForm

    /// The consequence for an account without another sign-in method when its person closes their account at the provider.
    package let deletedPeople: DeletedPersonPolicy

    /// Makes the settings.
    package init(
        clientIDs: [String], nonceForms: [String: NonceForm] = [:], defaultNonceForm: NonceForm,
        deletedPeople: DeletedPersonPolicy = .delete
    ) {
        self.clientIDs = clientIDs
        self.nonceForms = nonceForms
        self.defaultNonceForm = defaultNonceForm
        self.deletedPeople = deletedPeople
    }
}
