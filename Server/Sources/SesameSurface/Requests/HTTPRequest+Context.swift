import NIOHTTP1
package import SesameAccounts
package import SesameCore
import SesameHTTP
import SesameWire

extension HTTPRequest {
    /// The context for a request that belongs to no app: the request id and the client address for rate limits. For a
    /// request in an app, ``context(in:device:)`` may add the client's network and the token of a known device.
    package var context: RequestContext { RequestContext(requestID: id.description, client: client) }

    /// The client's address, for rate limits.
    package var client: ClientAddress { ClientAddress(high: peer.bits.high, low: peer.bits.low) }

    /// Returns the context for a request in an app. It contains the client's network only if the app records networks.
    ///
    /// - Parameter device: The token of a known device; nil reads it from the `Sesame-Device` header.
    package func context(in app: App, device: Secret? = nil) -> RequestContext {
        RequestContext(
            requestID: id.description, network: app.recordsClientNetworks ? peer.network : nil, client: client,
            device: device ?? header(HTTPResponse.device).map { Secret($0) })
    }

    /// The context of a request whose app is not known yet. The domain finds the app and leaves out the values that the
    /// app does not store.
    package var contextInAnyApp: RequestContext {
        RequestContext(requestID: id.description, network: peer.network, client: client)
    }

    /// Returns the context of an admin request, with the admin key's id as the actor of security events.
    package func context(by caller: AdminCaller) -> RequestContext {
        RequestContext(requestID: id.description, network: peer.network, actor: caller.key.id)
    }

    /// Checks that the body is absent or an empty JSON object, for routes that need no body.
    package func requireObjectOrNothing() throws(AccountError) {
        guard !body.isEmpty else { return }
        if let member = try jsonObject().members.first { throw .unknownMember(member.name) }
    }

    /// Returns the body, parsed strictly as a JSON object. Throws `invalidRequest` if it is anything else.
    package func jsonObject() throws(AccountError) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw AccountError(.invalidRequest, "the body is not valid JSON (RFC 8259): \(error)")
        }
        guard case .object(let object) = value else {
            throw AccountError(.invalidRequest, "the body must be a JSON object")
        }
        return object
    }

    /// Returns the value of a header field; nil if the field is missing, repeated or empty. Some clients send an empty
    /// field for a missing value.
    package func filledHeader(_ name: String) -> String? {
        header(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension HTTPResponse {
    /// The header with the token of a known device, in requests and responses.
    package static let device = "Sesame-Device"
}

extension AccountError {
    /// Returns the error for an unknown member. The error contains the member's name only if the name consists of 1 to
    /// 64 letters, digits, `_` and `.`.
    ///
    /// - Parameter names: The names of the known members, if the error should list them.
    package static func unknownMember(_ name: String, among names: [String] = []) -> AccountError {
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
        let known = names.isEmpty ? "" : "; known fields: \(names.joined(separator: ", "))"
        let wrong =
            isName ? "unknown field '\(name)'" : "the body has an unknown field"
        return AccountError(.invalidRequest, wrong + known, field: isName ? name : nil)
    }
}
