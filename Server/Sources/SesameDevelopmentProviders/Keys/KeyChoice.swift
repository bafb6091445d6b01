/// The choice of the provider key that signs a token.
package enum KeyChoice: String, Sendable, Hashable, CaseIterable {
    /// The key that signs at present.
    case current
    /// The published key that signs after the next rotation.
    case next
    /// A key that was never published.
    case unknown
}
