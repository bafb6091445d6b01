package import SesameTokens

/// What an app accepts from one provider.
package struct ProviderSettings: Sendable {
    /// The client ids that tokens may be made for.
    package let clientIDs: [String]
    /// How the nonce stands in the tokens of each client id; what is not listed has ``defaultNonceForm``.
    package let nonceForms: [String: NonceForm]
    /// How the nonce stands in tokens of client ids that are not listed.
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
