/// The service that carries a message to a user: email or SMS.
package enum MessageChannel: String, Sendable, CaseIterable, Codable {
    case email = "mail"
    case sms = "text"
}
