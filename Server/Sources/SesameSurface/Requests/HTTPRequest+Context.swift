import NIOHTTP1
package import SesameAccounts
package import SesameCore
import SesameHTTP

extension HTTPRequest {
    /// What the domain notes about the request, where no app says that it may be more.
    package var context: RequestContext { RequestContext(requestID: id.description, client: client) }

    /// Who sent the request, as it is counted.
    package var client: ClientAddress { ClientAddress(high: peer.bits.high, low: peer.bits.low) }

    /// What the domain notes about the request in an app.
    ///
    /// - Parameter device: The token of a known device, where it came in another way than by the header.
    package func context(in app: App, device: Secret? = nil) -> RequestContext {
        RequestContext(
            requestID: id.description, network: app.keepsNetworks ? peer.network : nil, client: client,
            device: device ?? header(HTTPResponse.device).map { Secret($0) })
    }

    /// What the domain notes about a request whose app only the domain will find: it leaves out what the app does not
    /// keep.
    package var contextInAnyApp: RequestContext {
        RequestContext(requestID: id.description, network: peer.network, client: client)
    }

    /// What the domain notes about a request of the operator's.
    package func context(by caller: AdminCaller) -> RequestContext {
        RequestContext(requestID: id.description, network: peer.network, actor: caller.key.id)
    }

    /// Refuses a body that is neither absent nor a JSON object, where nothing of it is needed.
    package func requireObjectOrNothing() throws(Refusal) {
        if !body.isEmpty { _ = try jsonObject() }
    }

    /// The body as a strict JSON object.
    package func jsonObject() throws(Refusal) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw Refusal(.invalidRequest, "the body is not JSON as RFC 8259 has it: \(error)")
        }
        guard case .object(let object) = value else {
            throw Refusal(.invalidRequest, "the body is no JSON object")
        }
        return object
    }

    /// A field's value, where there is one field and something in it: clients send empty ones for what they do not have.
    package func filledHeader(_ name: String) -> String? {
        header(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension HTTPResponse {
    /// The header with the token of a known device, in requests and answers.
    package static let device = "Sesame-Device"
}
