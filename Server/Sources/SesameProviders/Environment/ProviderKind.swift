/// An identity provider of which there is a development form.
package enum ProviderKind: String, Sendable, Hashable, CaseIterable {
    case google
    case apple
}
