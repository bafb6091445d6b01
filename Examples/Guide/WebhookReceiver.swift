import Foundation
public import SesameCore
import SesameTokens
public import SesameWire

/// A back end that is told of security events.
public struct WebhookReceiver: Sendable {
    private let secret: Secret

    /// Takes the webhook's secret.
    public init(secret: Secret) {
        self.secret = secret
    }

    // snippet.receive
    /// The event of a message; throws when the message is not from the server, or not from now.
    public func receive(signature: String, body: [UInt8]) throws -> EventBody? {
        try WebhookSignature.verify(signature, of: body, with: [secret])
        guard case .object(let json) = try JSONValue(parsing: body) else { return nil }
        return try EventBody(json: json)
    }
    // snippet.end
}
