import SesameCore

/// The format of one vendor's notifications.
protocol NotificationDialect: Sendable {
    /// The path at which the server receives the provider's notifications.
    var notificationPath: String { get }
    /// The `Content-Type` of the HTTP request that delivers a notification.
    var notificationType: String { get }

    func notificationClaims(_ draft: NotificationInputs) -> JSONObject
    /// Returns the HTTP body of a notification with the signed token.
    func notificationBody(_ token: String) -> [UInt8]
}

/// The values from which a notification's claims are made.
struct NotificationInputs {
    let client: ProviderClient
    let person: DevelopmentUser
    let order: NotificationRequest
    /// The notification's id, the claim `jti`.
    let id: String
    /// The time of issue in seconds since 1970.
    let issuedAt: Int
    /// The event's time in milliseconds since 1970.
    let occurredAt: Int
}
