/// How a message goes to a person.
package enum MessageChannel: String, Sendable, CaseIterable, Codable {
    /// As a mail.
    case mail
    /// As a text to a phone.
    case text
}
