import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A function that an app's clients call by its name, as they call their own in Firebase.
///
/// Another one is another value in ``CallableFunctions/all``: a name, and what it does.
struct CallableFunction: Sendable {
    let name: String
    /// The function.
    let run: @Sendable (CallableRequest) async throws(RPCError) -> JSONValue
}

/// A call of a function.
struct CallableRequest: Sendable {
    let app: App
    /// The caller by their ID token; nil for nobody.
    let caller: Caller?
    /// The client's data.
    let data: JSONValue
    let context: RequestContext

    /// Returns the caller; for functions that need a signed-in user.
    func person() throws(RPCError) -> Caller {
        guard let caller else {
            throw RPCError(.unauthenticated, "The function must be called while authenticated.")
        }
        return caller
    }
}

/// The functions of a server.
struct CallableFunctions: Sendable {
    let push: PushService

    var all: [CallableFunction] { [storePushToken] }

    subscript(name: String) -> CallableFunction? {
        all.first { $0.name.hasSameBytes(as: name) }
    }
}
