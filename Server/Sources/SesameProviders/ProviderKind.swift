/// An identity provider of which there is a development form.
public enum ProviderKind: String, Sendable, Hashable, CaseIterable {
    /// Google.
    case google
    /// Apple.
    case apple
}
