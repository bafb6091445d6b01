import NIOHTTP1
package import SesameAccounts
package import SesameCore
import SesameHTTP
import SesameWire

extension HTTPRequest {
    /// The context that the domain records about the request, where no app says that it may be more.
    package var context: RequestContext { RequestContext(requestID: id.description, client: client) }

    /// The sender of the request, as it is counted.
    package var client: ClientAddress { ClientAddress(high: peer.bits.high, low: peer.bits.low) }

    /// Returns the context that the domain records about the request in an app.
    ///
    /// - Parameter device: The token of a known device, where it came in another way than by the header.
    package func context(in app: App, device: Secret? = nil) -> RequestContext {
        RequestContext(
            requestID: id.description, network: app.keepsNetworks ? peer.network : nil, client: client,
            device: device ?? header(HTTPResponse.device).map { Secret($0) })
    }

    /// The context of a request whose app only the domain will find: it leaves out what the app does not keep.
    package var contextInAnyApp: RequestContext {
        RequestContext(requestID: id.description, network: peer.network, client: client)
    }

    /// Returns the context that the domain records about an admin request.
    package func context(by caller: AdminCaller) -> RequestContext {
        RequestContext(requestID: id.description, network: peer.network, actor: caller.key.id)
    }

    /// Refuses a body that is neither absent nor an empty JSON object, where nothing of it is needed.
    package func requireObjectOrNothing() throws(Refusal) {
        guard !body.isEmpty else { return }
        if let member = try jsonObject().members.first { throw .unknownMember(member.name) }
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

extension Refusal {
    /// The refusal of a member that a route does not know. It is named, unless that is no name.
    ///
    /// - Parameter names: The members that there are, where they are told.
    package static func unknownMember(_ name: String, among names: [String] = []) -> Refusal {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        let known = names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"
        let wrong =
            isName ? "'\(name)' is no member of this body" : "the body has a member that this route does not know"
        return Refusal(.invalidRequest, wrong + known, field: isName ? name : nil)
    }
}
