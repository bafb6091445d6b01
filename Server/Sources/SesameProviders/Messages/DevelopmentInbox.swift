import Foundation
package import SesameCore
import SesameWire

/// The mails and texts that the server sends to people: they come here, and reach nobody.
package final class DevelopmentInbox: Sendable {
    /// The most messages that are kept.
    static let capacity = 10_000

    private let messages = Locked<[JSONObject]>([])
    private let clock: DevelopmentClock

    init(clock: DevelopmentClock) {
        self.clock = clock
    }

    /// Takes a message, unless it came before.
    func take(_ message: JSONObject) {
        var noted = message
        noted["time"] = .integer(Int64(clock.now.timeIntervalSince1970))
        noted["links"] = .array(Self.links(in: message["body"]?.string ?? "").map(JSONValue.string))
        noted["code"] = Self.code(in: message["body"]?.string ?? "").map(JSONValue.string)
        messages.withLock { messages in
            guard !messages.contains(where: { $0["id"] == message["id"] }) else { return }
            if messages.count >= Self.capacity { messages.removeFirst(Self.capacity / 2) }
            messages.append(noted)
        }
    }

    /// The messages of a channel, oldest first; those to one receiver if it is given.
    package func messages(_ channel: String, to receiver: String? = nil) -> [JSONObject] {
        messages.withLock { messages in
            messages.filter { message in
                message["channel"]?.string == channel && (receiver == nil || message["to"]?.string == receiver)
            }
        }
    }

    /// Forgets the messages of a channel, or all.
    func clear(_ channel: String? = nil) {
        messages.withLock { messages in messages.removeAll { channel == nil || $0["channel"]?.string == channel } }
    }

    private static func links(in body: String) -> [String] {
        body.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("http") }
    }

    private static func code(in body: String) -> String? {
        body.split(whereSeparator: \.isWhitespace).map(String.init)
            .first { $0.utf8.count == 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
