/// The steps that are left to the user after a deletion.
package struct DeletionReceipt: Sendable, Equatable {
    /// Providers at which only the person can take back what they consented to: we hold no token that could. For Apple
    /// they do that in the settings of their device, under "Sign in with Apple".
    package let manualRevocation: [Provider]

    /// Makes a receipt.
    package init(manualRevocation: [Provider]) {
        self.manualRevocation = manualRevocation
    }
}

/// A deletion in its transaction: what is still to be done when that is kept.
struct Deletion: Sendable {
    let tombstone: Tombstone
    let receipt: DeletionReceipt
}
