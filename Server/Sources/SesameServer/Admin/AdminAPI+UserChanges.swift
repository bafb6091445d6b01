import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AdminAPI {
    /// Closes an account.
    static let disabling = "/admin/v1/apps/{app}/users/{uid}/disable"
    /// Opens it again.
    static let enabling = "/admin/v1/apps/{app}/users/{uid}/enable"
    /// Hands out all that is kept about its person.
    static let export = "/admin/v1/apps/{app}/users/{uid}/export"

    var userChangeRoutes: [Route] {
        [
            Route(.POST, Self.disabling, takes: .credential, policy: .optionalJSON) { request, path in
                await change(request, path) { uid, app, context throws(Refusal) in
                    .json(try await accounts.operators.disable(uid, in: app, context: context).adminBody(in: apps))
                }
            },
            Route(.POST, Self.enabling, takes: .credential, policy: .optionalJSON) { request, path in
                await change(request, path) { uid, app, context throws(Refusal) in
                    .json(try await accounts.operators.enable(uid, in: app, context: context).adminBody(in: apps))
                }
            },
            Route(.DELETE, Self.user, takes: .credential, policy: .optionalJSON) { request, path in
                await change(request, path) { uid, app, context throws(Refusal) in
                    let receipt = try await accounts.deletion.delete(uid, in: app, context: context)
                    guard !receipt.manualRevocation.isEmpty else { return .noContent }
                    return .json(DeletionAnswer(manualRevocation: receipt.manualRevocation.map(\.rawValue)))
                }
            },
            Route(.GET, Self.export, takes: .credential) { request, path in
                await answer(request, path, .usersExport) { caller, app throws(Refusal) in
                    .export(
                        try await accounts.exports.export(path.uid, in: app.id, context: request.context(by: caller)))
                }
            },
        ]
    }

    private func change(
        _ request: HTTPRequest, _ path: PathParameters,
        _ operation: (AccountID, AppID, RequestContext) async throws(Refusal) -> HTTPResponse
    ) async -> HTTPResponse {
        await answer(request, path, .usersWrite) { caller, app throws(Refusal) in
            try request.requireObjectOrNothing()
            return try await operation(path.uid, app.id, request.context(by: caller))
        }
    }
}
