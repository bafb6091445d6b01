import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A callable function in Firebase's protocol, called by name. To add a function, add a value to
/// ``CallableFunctions/all`` with its name and its implementation.
struct CallableFunction: Sendable {
    let name: String
    /// The implementation.
    let run: @Sendable (CallableRequest) async throws(RPCError) -> JSONValue
}

/// A call of a function.
struct CallableRequest: Sendable {
    let app: App
    /// The caller, identified by the ID token; nil without a token.
    let caller: Caller?
    /// The client's data.
    let data: JSONValue
    let context: RequestContext

    /// Returns the caller; throws if the user is not signed in.
    func person() throws(RPCError) -> Caller {
        guard let caller else {
            throw RPCError(.unauthenticated, "The function must be called while authenticated.")
        }
        return caller
    }
}

/// The callable functions of the server.
struct CallableFunctions: Sendable {
    let push: PushService

    var all: [CallableFunction] { [storePushToken] }

    subscript(name: String) -> CallableFunction? {
        all.first { $0.name.hasSameBytes(as: name) }
    }
}
