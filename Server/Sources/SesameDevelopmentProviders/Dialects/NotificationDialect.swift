import SesameCore

/// The form of one provider's notifications.
protocol NotificationDialect: Sendable {
    /// The path at which the server receives the provider's notifications.
    var notificationPath: String { get }
    /// The media type of the notifications.
    var notificationType: String { get }

    func notificationClaims(_ draft: NotificationInputs) -> JSONObject
    /// Returns the body of a notification.
    func notificationBody(_ token: String) -> [UInt8]
}

/// The parts of a notification's claims.
struct NotificationInputs {
    let client: ProviderClient
    let person: DevelopmentUser
    let order: NotificationRequest
    /// The value of `jti`.
    let id: String
    /// The time of issue in seconds since 1970.
    let issuedAt: Int
    /// The event's time in milliseconds since 1970.
    let occurredAt: Int
}
