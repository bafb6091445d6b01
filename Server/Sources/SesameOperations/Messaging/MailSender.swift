import Foundation
import Logging
import NIOCore
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A sender that submits emails to the operator's mail server.
struct MailSender: MessageSender {
    private let settings: MailSettings
    private let client: MailClient
    private let logger: Logger

    init(_ settings: MailSettings, logger: Logger) {
        self.settings = settings
        self.logger = logger
        client = MailClient(
            MailClient.Server(
                url: settings.server, user: settings.user, password: settings.password?.exposed,
                caFile: settings.caFile))
    }

    func carries(_ channel: MessageChannel) -> Bool { channel == .email }

    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult {
        let text = MailMessage(
            sender: settings.sender.description, senderName: settings.senderName, recipient: message.recipient,
            subject: message.subject, body: message.body, language: message.language, id: id, date: Date())
        guard let bytes = text.bytes else { return .refused("MALFORMED") }
        switch await client.send(from: settings.sender.description, to: message.recipient, bytes) {
        case .taken: return .sent
        case .refused(let code): return answer(code)
        }
    }

    /// Converts the mail server's code. A code from 550 to 554 means that the email is permanently undeliverable. Other
    /// errors may be temporary: credentials, limits, network.
    private func answer(_ code: Int) -> MessageDeliveryResult {
        logger.warning("email not accepted by the mail server", metadata: ["code": .stringConvertible(code)])
        // No reply, or the last reply before the server fell silent or closed the connection. A reply of 250 or 354 may
        // be followed by a check of the recipient, which says nothing about the server.
        if [0, 220, 221, 235, 334, 421].contains(code) { return .failed(DeliveryFailure.unreachable) }
        return (550...554).contains(code) ? .refused("SMTP_\(code)") : .failed("SMTP_\(code)")
    }
}

/// A sender that delivers emails and text messages to the inbox of the development server.
struct DevelopmentMessageSender: MessageSender {
    let address: String
    let client: HTTPClient

    func carries(_ channel: MessageChannel) -> Bool { true }

    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult {
        let body: JSONObject = [
            "id": .string(id), "channel": .string(message.channel.rawValue), "to": .string(message.recipient),
            "subject": .string(message.subject), "body": .string(message.body), "language": .string(message.language),
        ]
        let request = OutgoingRequest(
            method: "POST", url: address, headers: [("Content-Type", "application/json")],
            body: body.serialized(), timeout: .seconds(5), maxResponseBytes: 1_024)
        do throws(HTTPClientError) {
            let answer = try await client.send(request)
            return answer.status == 204 ? .sent : .failed("HTTP_\(answer.status)")
        } catch {
            return .failed(DeliveryFailure.unreachable)
        }
    }
}
