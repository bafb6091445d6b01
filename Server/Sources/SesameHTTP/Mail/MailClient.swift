import CCurl
import Foundation
import NIOPosix

/// A client that submits email to a mail server through libcurl, on threads of its own.
///
/// The connection uses TLS from the start, or STARTTLS before credentials and emails are sent, and certificates are
/// verified. Only a connection to this machine may be unencrypted.
package final class MailClient: Sendable {
    /// A mail server and the credentials for it.
    package struct Server: Sendable {
        /// The URL: `smtp://host:port` or `smtps://host:port`.
        package let url: String
        /// The user name; nil if the server requires no authentication.
        package let user: String?
        /// The password for ``user``; nil if the server requires no authentication.
        package let password: String?
        /// A file of PEM certificates to trust instead of the system's.
        package let caFile: String?

        package init(url: String, user: String? = nil, password: String? = nil, caFile: String? = nil) {
            self.url = url
            self.user = user
            self.password = password
            self.caFile = caFile
        }

        /// True if the server is this machine, which may be reached without encryption.
        var isLocal: Bool {
            let host = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
            return ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
        }
    }

    /// A mail server's response to an email.
    package enum Answer: Sendable, Equatable {
        /// The server accepted the email.
        case taken
        /// The server refused the email, or sending failed in another way. The code is that of the server's last reply;
        /// 0 without a reply.
        case refused(code: Int)
    }

    private let server: Server
    private let threads = NIOThreadPool(numberOfThreads: 2)
    private static let timeout = 30_000

    /// Creates a client and starts its two threads.
    package init(_ server: Server) {
        self.server = server
        threads.start()
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// Submits one email. Waits at most 30 seconds for the server.
    ///
    /// - Parameters:
    ///   - sender: The sender's address, which also receives bounces.
    ///   - receiver: The recipient's address.
    ///   - mail: The whole email, as written by ``MailMessage``.
    package func send(from sender: String, to receiver: String, _ mail: [UInt8]) async -> Answer {
        guard sesame_curl_prepare() != 0 else { return .refused(code: 0) }
        let server = server
        let answer = try? await threads.runIfActive { Self.send(server, "<\(sender)>", "<\(receiver)>", mail) }
        return answer ?? .refused(code: 0)
    }

    /// Tests the connection within 10 seconds: connects, starts TLS and authenticates, but submits no email.
    package func greet() async -> Greeting {
        guard sesame_curl_prepare() != 0 else { return .failed }
        // A caller may use the client for one greeting only; this keeps its threads alive until the result.
        defer { withExtendedLifetime(self) {} }
        let server = server
        let greeting = try? await threads.runIfActive {
            var status = 0
            let code = Self.with(server) { form in
                form.milliseconds = 10_000
                return sesame_curl_greet_mail(&form, &status)
            }
            return Greeting(curl: code, status: status)
        }
        return greeting ?? .failed
    }

    private static func send(_ server: Server, _ sender: String, _ receiver: String, _ mail: [UInt8]) -> Answer {
        var status = 0
        let isTaken = mail.withUnsafeBufferPointer { bytes in
            sender.withCString { from in
                receiver.withCString { to in
                    with(server) { form in
                        (form.from, form.to) = (from, to)
                        (form.bytes, form.count) = (bytes.baseAddress, bytes.count)
                        form.milliseconds = timeout
                        return sesame_curl_send_mail(&form, &status)
                    }
                }
            }
        }
        return isTaken != 0 ? .taken : .refused(code: status)
    }

    /// Calls the closure with the C structure of the server, which is valid during the call.
    private static func with<Value>(_ server: Server, _ body: (inout sesame_curl_mail) -> Value) -> Value {
        withCString(server.user) { user in
            withCString(server.password) { password in
                withCString(server.caFile) { authority in
                    server.url.withCString { url in
                        var form = sesame_curl_mail()
                        (form.url, form.user, form.password) = (url, user, password)
                        form.authorityFile = authority
                        form.requiresTLS = server.isLocal ? 0 : 1
                        return body(&form)
                    }
                }
            }
        }
    }

    private static func withCString<Value>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        text.map { $0.withCString { body($0) } } ?? body(nil)
    }
}
