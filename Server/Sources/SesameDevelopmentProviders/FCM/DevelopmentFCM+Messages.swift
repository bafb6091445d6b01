import Foundation
import SesameCore
import SesameWire

extension DevelopmentFCM {
    /// The active faults, in the order in which they were added.
    var faults: [FCMFault] { state.withLock(\.faults) }

    /// Adds a fault, which replaces an earlier fault of the same recipient.
    func add(_ fault: FCMFault) {
        state.withLock { state in
            state.faults.removeAll { $0.receiver == fault.receiver }
            state.faults.append(fault)
        }
    }

    /// Removes the fault of one recipient, or all faults if `receiver` is nil.
    func clearFaults(of receiver: String? = nil) {
        state.withLock { state in state.faults.removeAll { receiver == nil || $0.receiver == receiver } }
    }

    func clearMessages() {
        state.withLock { $0.inbox = [] }
    }

    /// Validates a message, and stores it unless `validateOnly` is true. Throws FCM's error response if the message
    /// violates FCM's rules or a fault rejects it.
    ///
    /// - Returns: The message's name; nil if a fault loses the response.
    func take(_ message: JSONObject, in project: String, validateOnly: Bool) throws(FCMErrorResponse) -> String? {
        let receiver = try FCMRules.receiver(of: message)
        try FCMRules.check(message)
        let struck = strike(receiver.value)
        if let struck, let refusal = FCMErrorResponse(struck) { throw refusal }
        let now = clock.now
        let name = state.withLock { state in
            state.count += 1
            let name = "projects/\(project)/messages/\(Int(now.timeIntervalSince1970))-\(state.count)"
            guard !validateOnly else { return name }
            let receivers =
                receiver.name == "topic"
                ? (state.subscriptions[project]?[receiver.value] ?? []).sorted() : [receiver.value]
            if state.inbox.count >= Self.capacity { state.inbox.removeFirst(Self.capacity / 2) }
            state.inbox.append(
                FCMMessage(time: now, project: project, name: name, message: message, receivers: receivers))
            return name
        }
        return struck == nil ? name : nil
    }

    // MARK: - Topics

    /// Subscribes a token or installation id to a topic. Returns true if the subscription is new.
    func subscribe(_ registration: String, to topic: String, in project: String) throws(FCMErrorResponse) -> Bool {
        guard FCMRules.isTopic(topic) else { throw .invalid("Invalid topic name.") }
        if let fault = strike(registration), let refusal = FCMErrorResponse(fault) { throw refusal }
        return state.withLock { state in
            state.subscriptions[project, default: [:]][topic, default: []].insert(registration).inserted
        }
    }

    /// Unsubscribes a token or installation id from a topic. Returns false if there was no subscription.
    func unsubscribe(_ registration: String, from topic: String, in project: String) throws(FCMErrorResponse) -> Bool {
        if let fault = strike(registration), let refusal = FCMErrorResponse(fault) { throw refusal }
        return state.withLock { $0.subscriptions[project]?[topic]?.remove(registration) != nil }
    }

    /// Returns the topics to which a token or installation id is subscribed, sorted by name.
    func topics(of registration: String, in project: String) -> [String] {
        state.withLock { state in
            (state.subscriptions[project] ?? [:]).filter { $0.value.contains(registration) }.keys.sorted()
        }
    }

    private func strike(_ receiver: String) -> FCMFault? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.strikes(receiver) }) else { return nil }
            let fault = state.faults[index]
            state.faults[index].times? -= 1
            state.faults.removeAll { $0.times.map { $0 <= 0 } ?? false }
            return fault
        }
    }
}

/// FCM's rules for the recipients, members and size of messages.
enum FCMRules {
    private static let receivers = ["token", "fid", "topic", "condition"]
    private static let members =
        receivers + ["name", "data", "notification", "android", "webpush", "apns", "fcm_options", "fcmOptions"]

    static func receiver(of message: JSONObject) throws(FCMErrorResponse) -> (name: String, value: String) {
        let given = message.members.filter { member in receivers.contains(where: member.name.hasSameBytes) }
        guard given.count == 1, let member = given.first, let value = member.value.string, !value.isEmpty else {
            throw .invalid("Recipient of the message is not set.")
        }
        if member.name == "topic", !isTopic(value) { throw .invalid("Invalid topic name.") }
        return (member.name, value)
    }

    static func check(_ message: JSONObject) throws(FCMErrorResponse) {
        for member in message.members where !members.contains(where: member.name.hasSameBytes) {
            throw .invalid("Invalid JSON payload received. Unknown name \"\(member.name)\" at 'message'.")
        }
        for member in message["data"]?.object?.members ?? [] {
            guard member.value.string != nil else { throw .invalid("Invalid value at 'message.data[0].value'.") }
            guard member.name != "from", !member.name.hasPrefix("google"), !member.name.hasPrefix("gcm") else {
                throw .invalid("Invalid data payload key: \(member.name)")
            }
        }
        let length = ["data", "notification"].reduce(0) { $0 + (message[$1]?.serialized().count ?? 0) }
        guard length <= (message["topic"] == nil ? 4_096 : 2_048) else { throw .invalid("Android message is too big") }
    }

    static func isTopic(_ name: String) -> Bool {
        (1...900).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "~"), UInt8(ascii: "%"):
                    true
                default: false
                }
            }
    }
}
