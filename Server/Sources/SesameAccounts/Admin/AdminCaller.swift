import Foundation
import SesameCore
import SesameWire

/// The verified admin key of a request.
package struct AdminCaller: Sendable {
    /// The key, as of the time of the check.
    package let key: AdminKey

    /// Checks that the key has the scope; throws `insufficient_scope` otherwise.
    package func require(_ scope: AdminScope) throws(AccountError) {
        try key.scopes.require(scope)
    }

    /// Returns the app with the name. Throws the same `not_found` for an unknown app and for an app that the key is not
    /// valid for.
    package func app(_ name: String?, of apps: AppDirectory) throws(AccountError) -> App {
        guard let app = name.flatMap(AppID.init).flatMap({ apps[$0] }), key.apps?.contains(app.id) != false else {
            throw AccountError(.notFound, "unknown app")
        }
        return app
    }

    /// Checks that the key is valid for all apps, for calls that concern the whole server; throws `insufficient_scope`
    /// otherwise.
    package func requireAllApps() throws(AccountError) {
        guard key.apps == nil else {
            throw AccountError(
                .insufficientScope, "this call needs an admin key for all apps")
        }
    }
}
