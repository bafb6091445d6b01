/// Which of a provider's keys signs a token.
package enum KeyChoice: String, Sendable, Hashable, CaseIterable {
    /// The one that signs at present.
    case current
    /// The one that is published and signs after the next rotation.
    case next
    /// One that was never published.
    case unknown
}
