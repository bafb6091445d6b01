package import Foundation

/// A mail as it goes over the wire (RFC 5322): plain text in UTF-8, base 64, so that no line of it can be taken for a
/// command or a header.
package struct MailText: Sendable {
    /// The sender, a plain address.
    package let sender: String
    /// The name beside the sender's address, if any.
    package let senderName: String?
    /// The receiver, a plain address.
    package let receiver: String
    /// The subject.
    package let subject: String
    /// The text.
    package let body: String
    /// The language of both.
    package let language: String
    /// Names the mail, so that a receiver can tell a repetition.
    package let id: String
    /// The time of writing.
    package let date: Date

    /// A mail.
    package init(
        sender: String, senderName: String?, receiver: String, subject: String, body: String, language: String,
        id: String, date: Date
    ) {
        self.sender = sender
        self.senderName = senderName
        self.receiver = receiver
        self.subject = subject
        self.body = body
        self.language = language
        self.id = id
        self.date = date
    }

    /// The mail's bytes; nil where a header would carry a line break, a NUL or anything else that is not text.
    package var bytes: [UInt8]? {
        let fields = [sender, senderName ?? "", receiver, subject, language, id]
        guard fields.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }),
            [sender, receiver, language, id].allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } })
        else { return nil }
        let domain = sender.split(separator: "@").last ?? ""
        let lines = [
            "Date: \(Self.text(date))", "From: \(senderName.map { Self.encoded($0) + " " } ?? "")<\(sender)>",
            "To: <\(receiver)>", "Subject: \(Self.encoded(subject))", "Message-ID: <\(id)@\(domain)>",
            "Auto-Submitted: auto-generated", "Content-Language: \(language)", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ]
        let text = body.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        return Array((lines + Self.wrapped(Data(text.utf8).base64EncodedString())).joined(separator: "\r\n").utf8)
            + [0x0d, 0x0a]
    }

    /// Words of a header as RFC 2047 has them, each within its 75 characters.
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

    /// The date as RFC 5322, section 3.3, has it, in UTC.
    private static func text(_ date: Date) -> String {
        CivilTime(epochSeconds: Int(date.timeIntervalSince1970)).httpDate.dropLast(3) + "+0000"
    }
}
