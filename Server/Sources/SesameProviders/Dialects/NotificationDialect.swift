import SesameCore

/// The form of one provider's notifications.
protocol NotificationDialect: Sendable {
    /// The path at which the server receives the provider's notifications.
    var notificationPath: String { get }
    /// The media type of the notifications.
    var notificationType: String { get }

    func notificationClaims(_ draft: NotificationDraft) -> JSONObject
    /// Returns the body of a notification.
    func notificationBody(_ token: String) -> [UInt8]
}

/// The parts of a notification's claims.
struct NotificationDraft {
    let client: ProviderClient
    let person: DevelopmentPerson
    let order: NotificationOrder
    /// The value of `jti`.
    let id: String
    /// The time of issue in seconds since 1970.
    let issuedAt: Int
    /// The event's time in milliseconds since 1970.
    let occurredAt: Int
}
