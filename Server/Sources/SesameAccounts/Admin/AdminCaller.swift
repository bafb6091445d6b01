import Foundation
import SesameCore
import SesameWire

/// The verified admin key of a request.
package struct AdminCaller: Sendable {
    /// The key, as of the time of the check.
    package let key: AdminKey

    /// Throws unless the key has the scope.
    package func require(_ scope: AdminScope) throws(Refusal) {
        try key.scopes.require(scope)
    }

    /// Returns an app that the key is valid for. Any other app gets the same error as an unknown one.
    package func app(_ name: String?, of apps: AppDirectory) throws(Refusal) -> App {
        guard let app = name.flatMap(AppID.init).flatMap({ apps[$0] }), key.apps?.contains(app.id) != false else {
            throw Refusal(.notFound, "there is no such app")
        }
        return app
    }

    /// Throws if the key is limited to some apps, for calls that concern the whole server.
    package func requireAllApps() throws(Refusal) {
        guard key.apps == nil else {
            throw Refusal(
                .insufficientScope, "the admin key is good for some apps only, and this is the whole server's")
        }
    }
}
