/// How a message goes to a person.
public enum MessageChannel: String, Sendable, CaseIterable, Codable {
    /// As a mail.
    case mail
    /// As a text to a phone.
    case text
}
