import Foundation
public import SesameCore

extension AccountSystem {
    /// The account of whoever bears the access token; see ``authenticate(_:app:apps:)``.
    public func account(
        ofBearer token: Secret, app: App?, apps: AppDirectory
    ) async throws(Refusal) -> AccountView {
        let view = try await authenticate(token, app: app, apps: apps) { reader, session throws(StorageError) in
            try reader.view(of: session.account, in: session.app)
        }.value
        guard let view else { throw .deleted }
        return view
    }

    /// The identities of an app's people, in the order of storage, and no more than that.
    public func identities(in app: AppID, most: Int) async throws(Refusal) -> [Identity] {
        var found: [Identity] = []
        while found.count < most {
            let (last, rest) = (found.last, most - found.count)
            let page = try await read { reader throws(StorageError) in
                try reader.identities(in: app, after: last, limit: min(500, rest))
            }
            found += page
            if page.isEmpty { break }
        }
        return found
    }

    /// The caller's account.
    public func account(of caller: Caller) async throws(Refusal) -> AccountView {
        let view = try await read { reader throws(StorageError) in
            try reader.view(of: caller.session.account, in: caller.app.id)
        }
        guard let view else { throw .deleted }
        return view
    }
}
