import Foundation
package import SesameCore
import SesameTokens

/// A notification about a user, signed by the provider and not yet delivered.
package struct SignedNotification: Sendable {
    /// The notification as a signed JWT.
    package let token: String
    package let claims: JSONObject
    /// The `sub` of the user, as the client receives it in ID tokens.
    package let subject: String
}

extension DevelopmentProvider {
    /// The age of token and event with the fault `old`: a hundred days, in seconds.
    private static let oldAge = 100 * 86_400

    /// Signs a notification in the provider's format, with the requested fault.
    package func notification(_ order: NotificationRequest) async throws(ProviderError) -> SignedNotification {
        let client = try apps.client(order.client, at: kind)
        let person = try people.person(order.person, team: client.team)
        let age = order.fault == .old ? Self.oldAge : 0
        let now = clock.now.timeIntervalSince1970 - Double(age)
        var claims = dialect.notificationClaims(
            NotificationInputs(
                client: client, person: person, order: order, id: Base64URL.encode(random(16)),
                issuedAt: Int(now.rounded(.down)),
                occurredAt: Int(((now - Double(order.secondsAgo)) * 1_000).rounded(.down))))
        if order.fault == .wrongIssuer { claims["iss"] = .string(dialect.wrongIssuer) }
        claims = claims.overridden(by: order.claims)
        let key = try await keys.key(order.key)
        let header = dialect.header(keyID: key.keyID).overridden(by: order.header)
        return SignedNotification(
            token: try key.token(header: header, claims: claims, signature: order.signature), claims: claims,
            subject: person.subject)
    }
}
