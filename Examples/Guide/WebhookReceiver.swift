import Foundation
public import SesameCore
import SesameTokens
public import SesameWire

/// A back end that receives security events.
public struct WebhookReceiver: Sendable {
    private let secret: Secret

    /// Creates the receiver with the webhook's secret.
    public init(secret: Secret) {
        self.secret = secret
    }

    // snippet.receive
    /// Returns the event of a message; nil if the body is not a JSON object. Throws if the signature is wrong, if the
    /// message's time is more than five minutes off, or if the body cannot be parsed.
    public func receive(signature: String, body: [UInt8]) throws -> EventBody? {
        try WebhookSignature.verify(signature, of: body, with: [secret])
        guard case .object(let json) = try JSONValue(parsing: body) else { return nil }
        return try EventBody(json: json)
    }
    // snippet.end
}
