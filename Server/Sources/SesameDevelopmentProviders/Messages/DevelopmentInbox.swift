import Foundation
package import SesameCore
import SesameWire

/// The inbox with the emails and texts that the server sends to the development providers instead of delivering them.
package final class DevelopmentInbox: Sendable {
    /// The number of stored messages at which the older half is deleted.
    static let capacity = 10_000

    private let messages = Locked<[JSONObject]>([])
    private let clock: DevelopmentClock

    init(clock: DevelopmentClock) {
        self.clock = clock
    }

    /// Stores a message with the links and the code found in its text. Does nothing if a message with the same id is
    /// stored.
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

    /// Returns the messages of a channel, oldest first: those to one recipient, or all of them if `receiver` is nil.
    package func messages(_ channel: String, to receiver: String? = nil) -> [JSONObject] {
        messages.withLock { messages in
            messages.filter { message in
                message["channel"]?.string == channel && (receiver == nil || message["to"]?.string == receiver)
            }
        }
    }

    /// Removes the messages of a channel, or all messages if `channel` is nil.
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
