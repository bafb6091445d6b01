/// An identity provider with a development version.
package enum ProviderKind: String, Sendable, Hashable, CaseIterable {
    case google
    case apple
}
