package import Foundation

/// An email in the format of RFC 5322: plain text in UTF-8, encoded in base64 so that no line can be read as a command
/// or a header.
package struct MailMessage: Sendable {
    /// The sender's plain address.
    package let sender: String
    /// The display name of the sender; nil for none.
    package let senderName: String?
    /// The recipient's plain address.
    package let recipient: String
    package let subject: String
    /// The plain text of the email, with `\n` as the line break.
    package let body: String
    /// The language of the subject and the body, as a tag for `Content-Language`.
    package let language: String
    /// The local part of the message id, by which mail programs recognize a duplicate.
    package let id: String
    /// The time at which the email was written.
    package let date: Date

    package init(
        sender: String, senderName: String?, recipient: String, subject: String, body: String, language: String,
        id: String, date: Date
    ) {
        self.sender = sender
        self.senderName = senderName
        self.recipient = recipient
        self.subject = subject
        self.body = body
        self.language = language
        self.id = id
        self.date = date
    }

    /// The email's bytes; nil if a header field contains control characters such as a line break, or if an address, the
    /// language or the id contains spaces or characters outside ASCII.
    package var bytes: [UInt8]? {
        let fields = [sender, senderName ?? "", recipient, subject, language, id]
        guard fields.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }),
            [sender, recipient, language, id].allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } })
        else { return nil }
        let domain = sender.split(separator: "@").last ?? ""
        let lines = [
            "Date: \(Self.text(date))", "From: \(senderName.map { Self.encoded($0) + " " } ?? "")<\(sender)>",
            "To: <\(recipient)>", "Subject: \(Self.encoded(subject))", "Message-ID: <\(id)@\(domain)>",
            "Auto-Submitted: auto-generated", "Content-Language: \(language)", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ]
        let text = body.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        return Array((lines + Self.wrapped(Data(text.utf8).base64EncodedString())).joined(separator: "\r\n").utf8)
            + [0x0d, 0x0a]
    }

    /// Returns a header's text: unchanged if it is plain ASCII without special characters, otherwise as encoded words
    /// of RFC 2047, each at most 75 characters long.
    private static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }), !text.contains("=?"), !text.contains(where: isSpecial)
        {
            return text
        }
        var words: [String] = []
        var word = ""
        for character in text {
            if word.utf8.count + character.utf8.count > 42 {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        words.append(word)
        return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func isSpecial(_ character: Character) -> Bool { "()<>[]:;@\\,\"".contains(character) }

    private static func wrapped(_ base64: String) -> [String] {
        let bytes = Array(base64.utf8)
        return stride(from: 0, to: bytes.count, by: 76).map { start in
            String(decoding: bytes[start..<min(start + 76, bytes.count)], as: UTF8.self)
        }
    }

    /// Formats the date as in RFC 5322 section 3.3, in UTC.
    private static func text(_ date: Date) -> String {
        CivilTime(epochSeconds: Int(date.timeIntervalSince1970)).httpDate.dropLast(3) + "+0000"
    }
}
