import Foundation
import SesameCore

extension AccountSystem {
    /// The accounts of an app that a query asks for.
    public func accounts(matching query: AccountQuery) async throws(Refusal) -> AccountPage {
        try await read { reader throws(StorageError) in try reader.accounts(matching: query) }
    }
}
