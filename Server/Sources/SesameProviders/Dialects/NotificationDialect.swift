import SesameCore

/// The form of one provider's notifications.
protocol NotificationDialect: Sendable {
    /// The path of the server's that notifications go to.
    var notificationPath: String { get }
    /// The media type that they are sent as.
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
    /// `jti`.
    let id: String
    /// Seconds since 1970.
    let issuedAt: Int
    /// Milliseconds since 1970.
    let occurredAt: Int
}
