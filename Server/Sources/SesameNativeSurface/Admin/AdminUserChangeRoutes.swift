import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The admin routes that disable, enable, delete and export accounts.
struct AdminUserChangeRoutes: Sendable {
    /// `POST`: disables an account.
    static let disabling = "/admin/v1/apps/{app}/users/{uid}/disable"
    /// `POST`: enables a disabled account.
    static let enabling = "/admin/v1/apps/{app}/users/{uid}/enable"
    /// `GET`: returns all data that is stored about an account.
    static let export = "/admin/v1/apps/{app}/users/{uid}/export"

    let operators: OperatorService
    let deletion: DeletionService
    let exports: ExportService
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, Self.disabling, for: .usersWrite, policy: .optionalJSON, disable),
            door.route(.POST, Self.enabling, for: .usersWrite, policy: .optionalJSON, enable),
            door.route(.DELETE, AdminUserRoutes.user, for: .usersWrite, policy: .optionalJSON, delete),
            door.route(.GET, Self.export, for: .usersExport, export),
        ]
    }

    private func disable(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        try call.request.requireObjectOrNothing()
        let view = try await operators.disable(call.path.uid, in: app.id, context: call.context)
        return .json(view.adminBody(in: door.apps))
    }

    private func enable(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        try call.request.requireObjectOrNothing()
        let view = try await operators.enable(call.path.uid, in: app.id, context: call.context)
        return .json(view.adminBody(in: door.apps))
    }

    private func delete(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        try call.request.requireObjectOrNothing()
        let receipt = try await deletion.delete(call.path.uid, in: app.id, context: call.context)
        guard !receipt.manualRevocation.isEmpty else { return .noContent }
        return .json(DeletionResponse(manualRevocation: receipt.manualRevocation.map(\.rawValue)))
    }

    private func export(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        .export(try await exports.export(call.path.uid, in: app.id, context: call.context))
    }
}
