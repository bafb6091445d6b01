/// The channel of a message to a user.
package enum MessageChannel: String, Sendable, CaseIterable, Codable {
    case email = "mail"
    /// A text to a phone.
    case sms = "text"
}
