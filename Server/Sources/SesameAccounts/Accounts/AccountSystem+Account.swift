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

    /// Identities of an app's people, in the order of storage: at most so many of those behind that one.
    public func identities(
        in app: AppID, after last: Identity?, limit: Int
    ) async throws(Refusal) -> [Identity] {
        try await read { reader throws(StorageError) in try reader.identities(in: app, after: last, limit: limit) }
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
