/// How a message goes to a person.
package enum MessageChannel: String, Sendable, CaseIterable, Codable {
    case mail
    /// As a text to a phone.
    case text
}
