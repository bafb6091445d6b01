/// The steps that are left to the user after a deletion.
package struct DeletionReceipt: Sendable, Equatable {
    /// The providers at which only the user can revoke the consent, because the server has no token for it. For Apple,
    /// this is done in the settings of the device, under "Sign in with Apple".
    package let manualRevocation: [Provider]

    package init(manualRevocation: [Provider]) {
        self.manualRevocation = manualRevocation
    }
}

/// The result of a deletion's transaction: the tombstone for the journal, and the receipt for the user.
struct Deletion: Sendable {
    let tombstone: Tombstone
    let receipt: DeletionReceipt
}
