import Foundation
import SesameCore
import SesameWire

/// The verified admin key of a request.
package struct AdminCaller: Sendable {
    /// The key, as it was when the call was checked.
    package let key: AdminKey

    /// Refuses the call unless the key is good for it.
    package func require(_ scope: AdminScope) throws(Refusal) {
        try key.scopes.require(scope)
    }

    /// An app that the key is good for. Another one is answered like one that there is not.
    package func app(_ name: String?, of apps: AppDirectory) throws(Refusal) -> App {
        guard let app = name.flatMap(AppID.init).flatMap({ apps[$0] }), key.apps?.contains(app.id) != false else {
            throw Refusal(.notFound, "there is no such app")
        }
        return app
    }

    /// Refuses the call of a key that is good for some apps only, where it concerns the whole server.
    package func requireAllApps() throws(Refusal) {
        guard key.apps == nil else {
            throw Refusal(
                .insufficientScope, "the admin key is good for some apps only, and this is the whole server's")
        }
    }
}
