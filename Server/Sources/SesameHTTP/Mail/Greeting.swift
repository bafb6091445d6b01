extension MailClient {
    /// The result of a test connection to a mail server.
    package enum Greeting: Sendable, Equatable {
        /// The connection and, if there are credentials, the authentication succeeded.
        case ready
        /// The host name does not resolve.
        case unknownHost
        /// The connection failed.
        case unreachable
        /// The test timed out, the TLS handshake failed, or the response is not that of a mail server.
        case noMailServer
        /// The server does not offer TLS.
        case noTLS
        /// The server's certificate is not trusted, or the file of trusted certificates cannot be read.
        case untrusted
        /// The server rejected the user name and password.
        case refused
        /// The test failed for another reason, with the given code in the server's last reply.
        case answered(code: Int)
        /// The test failed for another reason, without a reply from the server.
        case failed

        /// Converts libcurl's code and the server's last reply (https://curl.se/libcurl/c/libcurl-errors.html).
        init(curl code: Int32, status: Int) {
            self =
                switch code {
                case 0: .ready
                case 6: .unknownHost
                case 7: .unreachable
                case 60, 77: .untrusted
                case 64: .noTLS
                case 67: .refused
                case 8, 28, 35, 52, 56: .noMailServer
                default: status == 0 ? .failed : .answered(code: status)
                }
        }
    }
}
