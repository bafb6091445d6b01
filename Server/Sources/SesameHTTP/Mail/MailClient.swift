import CCurl
import Foundation
import NIOPosix

/// Hands mails over to a mail server, through libcurl, on threads of its own.
///
/// A connection is encrypted from the first word or by STARTTLS before anything is said, certificates are verified; in
/// the clear only to this machine itself.
package final class MailClient: Sendable {
    /// The mail server, and who we are to it.
    package struct Server: Sendable {
        /// `smtp://host:port` or `smtps://host:port`.
        package let url: String
        /// The user; nil where it asks for nobody.
        package let user: String?
        /// The user's password.
        package let password: String?
        /// A file of PEM certificates to trust instead of the system's.
        package let authorityFile: String?

        /// Names a server.
        package init(url: String, user: String? = nil, password: String? = nil, authorityFile: String? = nil) {
            self.url = url
            self.user = user
            self.password = password
            self.authorityFile = authorityFile
        }

        /// True if it is this machine, which may be spoken to in the clear.
        var isLocal: Bool {
            let host = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
            return ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
        }
    }

    /// A mail server's answer.
    package enum Answer: Sendable, Equatable {
        /// It has taken the mail.
        case taken
        /// It said this code, or nothing: 0.
        case refused(code: Int)
    }

    private let server: Server
    private let threads = NIOThreadPool(numberOfThreads: 2)
    private static let timeout = 30_000

    /// A client of one server.
    package init(_ server: Server) {
        self.server = server
        threads.start()
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// Hands one mail over.
    ///
    /// - Parameters:
    ///   - sender: The address that it is from, and where it comes back to.
    ///   - receiver: The address that it goes to.
    ///   - mail: The whole mail, as ``MailText`` writes it.
    package func send(from sender: String, to receiver: String, _ mail: [UInt8]) async -> Answer {
        guard sesame_curl_prepare() != 0 else { return .refused(code: 0) }
        let server = server
        let answer = try? await threads.runIfActive { Self.send(server, "<\(sender)>", "<\(receiver)>", mail) }
        return answer ?? .refused(code: 0)
    }

    /// Connects, begins TLS and says who we are, as before a mail; none is handed over.
    package func greet() async -> Greeting {
        guard sesame_curl_prepare() != 0 else { return .failed }
        // Whoever greets once keeps no client, whose threads would end before the answer.
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

    /// The form that names the server, for as long as the call takes.
    private static func with<Value>(_ server: Server, _ body: (inout sesame_curl_mail) -> Value) -> Value {
        withCString(server.user) { user in
            withCString(server.password) { password in
                withCString(server.authorityFile) { authority in
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
