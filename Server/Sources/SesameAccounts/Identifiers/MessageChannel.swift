/// The channel of a message to a user.
package enum MessageChannel: String, Sendable, CaseIterable, Codable {
    case mail
    /// A text to a phone.
    case text
}
