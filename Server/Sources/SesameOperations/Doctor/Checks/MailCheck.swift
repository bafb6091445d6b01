import SesameCore
import SesameHTTP

/// A check that the mail server accepts email: it is found, responds, uses TLS, and accepts the credentials. No email
/// is sent.
struct MailCheck: DoctorCheck {
    private static let subject = "mail"

    func findings(_ installation: Installation) async -> [Finding] {
        guard let settings = installation.settings["mail"]?.object else { return Self.missing(installation) }
        guard let greet = installation.greet else {
            return [
                .note(
                    Self.subject, "the mail server was not tested", why: "it is unknown whether emails can be sent"
                )
            ]
        }
        // The settings' check reports errors in the settings themselves.
        guard let mail = try? MailSettings.read(settings) else { return [] }
        let server = MailClient.Server(
            url: mail.server, user: mail.user, password: mail.password?.exposed, caFile: mail.caFile)
        return [Self.finding(of: await greet(server), mail.server)]
    }

    /// Returns a note if an app uses passwords although there is no mail server, because users then cannot reset a
    /// forgotten password.
    private static func missing(_ installation: Installation) -> [Finding] {
        let apps = installation.apps.filter { $0.settings["providers"]?["password"]?.object != nil }
        guard let app = apps.first else { return [] }
        return [
            .note(
                subject, "there is no mail server, but '\(app.name)' uses passwords",
                why: "users cannot reset a forgotten password, and no email address can be verified",
                fix: "\"mail\": {\"server\": \"smtps://mail.example.com:465\", \"from\": \"no-reply@example.com\"}")
        ]
    }

    private static func finding(of greeting: MailClient.Greeting, _ server: String) -> Finding {
        let (found, fix): (String, String) =
            switch greeting {
            case .ready: ("\(server) accepts emails", "")
            case .unknownHost: ("the host name of \(server) cannot be resolved", "correct mail.server")
            case .unreachable:
                ("\(server) cannot be reached", "correct the port, or allow outgoing connections to it: 465 or 587")
            case .noMailServer:
                (
                    "\(server) does not respond as an SMTP server, or not in time",
                    "smtps:// is for port 465, smtp:// for port 587"
                )
            case .noTLS:
                ("\(server) does not offer TLS", "use the server's encrypted port: smtps://host:465")
            case .untrusted:
                (
                    "the certificate of \(server) is not trusted",
                    "use the host name in the certificate, or name its authority in mail.authorityFile"
                )
            case .refused:
                ("\(server) rejects the user name and password", "correct mail.user and mail.passwordFile")
            case .answered(let code):
                ("\(server) responds to the greeting with \(code)", "ask the mail server's operator what it requires")
            case .failed: ("\(server) could not be tested", "check mail.server, and see the mail server's log")
            }
        guard greeting != .ready else { return .ok(subject, found) }
        return .fault(subject, found, why: "users receive no emails with links or codes", fix: fix)
    }
}

extension MailSettings {
    /// Reads the `mail` block by itself, because other settings may be invalid.
    fileprivate static func read(_ settings: JSONObject) throws(ConfigurationError) -> MailSettings? {
        let server: JSONObject = ["mail": .object(settings)]
        return try read(ConfigurationReader(.object(server), at: "", of: SettingGroup([ServerSettings.mail])))
    }
}
