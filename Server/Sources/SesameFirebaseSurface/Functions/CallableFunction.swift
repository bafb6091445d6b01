import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A callable function in Firebase's protocol, called by name. To add a function, add a value to
/// ``CallableFunctions/all`` with its name and its implementation.
struct CallableFunction: Sendable {
    let name: String
    /// The implementation. It returns the call's result.
    let run: @Sendable (CallableRequest) async throws(RPCError) -> JSONValue
}

/// A call of a callable function, with the app, the caller and the data.
struct CallableRequest: Sendable {
    let app: App
    /// The caller, identified by the ID token; nil without a token.
    let caller: Caller?
    /// The value of `data` in the request's body.
    let data: JSONValue
    let context: RequestContext

    /// Returns the caller. Throws `unauthenticated` if the request has no ID token.
    func person() throws(RPCError) -> Caller {
        guard let caller else {
            throw RPCError(.unauthenticated, "The function must be called while authenticated.")
        }
        return caller
    }
}

/// The callable functions that the server offers, found by name.
struct CallableFunctions: Sendable {
    let push: PushService

    var all: [CallableFunction] { [storePushToken] }

    subscript(name: String) -> CallableFunction? {
        all.first { $0.name.hasSameBytes(as: name) }
    }
}
