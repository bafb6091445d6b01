/// The steps that are left to the user after a deletion.
package struct DeletionReceipt: Sendable, Equatable {
    /// The providers at which only the user can revoke the consent, because the server has no token for it. For Apple,
    /// this is done in the settings of the device, under "Sign in with Apple".
    package let manualRevocation: [Provider]

    /// Creates a receipt.
    package init(manualRevocation: [Provider]) {
        self.manualRevocation = manualRevocation
    }
}

/// A deletion in its transaction, with the work left after the commit.
struct Deletion: Sendable {
    let tombstone: Tombstone
    let receipt: DeletionReceipt
}
