extension MailClient {
    /// The result of a greeting.
    package enum Greeting: Sendable, Equatable {
        /// The server would take mails from us.
        case ready
        /// Nobody knows the host's name.
        case unknownHost
        /// Nobody answers there.
        case unreachable
        /// Somebody answers, too late or as no mail server does.
        case noMailServer
        /// It does not begin TLS.
        case inTheClear
        /// Its certificate is not trusted.
        case untrusted
        /// It does not take the user and the password.
        case refused
        /// It said this code.
        case answered(code: Int)
        /// Nothing was asked of it.
        case failed

        /// Translates libcurl's code and the server's last answer (https://curl.se/libcurl/c/libcurl-errors.html).
        init(curl code: Int32, status: Int) {
            self =
                switch code {
                case 0: .ready
                case 6: .unknownHost
                case 7: .unreachable
                case 60, 77: .untrusted
                case 64: .inTheClear
                case 67: .refused
                case 8, 28, 35, 52, 56: .noMailServer
                default: status == 0 ? .failed : .answered(code: status)
                }
        }
    }
}
