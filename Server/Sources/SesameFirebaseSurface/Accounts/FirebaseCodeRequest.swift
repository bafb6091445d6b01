import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// A request for a link that is mailed, or given to a back end that mails it.
struct FirebaseCodeRequest: Sendable {
    /// The purpose of a link, in the dialect's words.
    enum Purpose: String, Sendable {
        case verifyEmail = "VERIFY_EMAIL"
        case passwordReset = "PASSWORD_RESET"
        case emailSignIn = "EMAIL_SIGNIN"
        case changeEmail = "VERIFY_AND_CHANGE_EMAIL"
        /// Mailed by the change that it takes back, and to nobody who asks.
        case undoChange = "RECOVER_EMAIL"
        /// Mailed when a second factor is added, and to nobody who asks.
        case undoFactor = "REVERT_SECOND_FACTOR_ADDITION"

        init(_ purpose: CodePurpose) {
            self =
                switch purpose {
                case .verify: .verifyEmail
                case .resetPassword: .passwordReset
                case .signIn: .emailSignIn
                case .changeEmail: .changeEmail
                // This contract has no word of its own for a link that removes a way to sign in.
                case .undoChange, .undoMethod: .undoChange
                case .undoFactor: .undoFactor
                // No link leads there.
                case .secondFactor: .verifyEmail
                }
        }

        /// The link's `mode`.
        var mode: String {
            switch self {
            case .verifyEmail: "verifyEmail"
            case .passwordReset: "resetPassword"
            case .emailSignIn: "signIn"
            case .changeEmail: "verifyAndChangeEmail"
            case .undoChange: "recoverEmail"
            case .undoFactor: "revertSecondFactorAddition"
            }
        }
    }

    let purpose: Purpose
    /// True if the caller wants the link itself.
    let returnsLink: Bool
    private let target: String?
    private let isForApp: Bool
    private let app: App
    private let isEmulator: Bool

    /// In the vendor's order, since some clients send their places.
    static let purposes = [
        "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
        "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]

    /// - Parameter isEmulator: True if links may lead anywhere, and for a sign-in nowhere: tests read the codes.
    init(_ body: FirebaseBody, of app: App, isEmulator: Bool) throws(Refusal) {
        guard let purpose = Purpose(rawValue: try body.required("requestType", orElse: "MISSING_REQ_TYPE")) else {
            throw .firebase("INVALID_REQ_TYPE")
        }
        self.purpose = purpose
        self.app = app
        self.isEmulator = isEmulator
        let rules = app.firebase?.rules ?? FirebaseRules()
        guard purpose != .emailSignIn || rules.allowsLinks, purpose != .passwordReset || rules.allowsPasswords else {
            throw .firebase(purpose == .passwordReset ? "PASSWORD_LOGIN_DISABLED" : "OPERATION_NOT_ALLOWED")
        }
        returnsLink = body.bool("returnOobLink")
        target = body.text("continueUrl")
        isForApp = purpose == .emailSignIn && !isEmulator || body.bool("canHandleCodeInApp")
        if let target {
            guard let host = Self.host(of: target) else {
                throw .firebase("INVALID_CONTINUE_URI", "((expected an absolute URI with valid scheme and host))")
            }
            let known = (app.firebase?.authorizedDomains ?? []) + ["localhost", "127.0.0.1"]
            guard isEmulator || known.contains(where: host.hasSameBytes) else {
                throw .firebase(
                    "UNAUTHORIZED_DOMAIN", "the host of continueUrl is none of the project's authorizedDomains")
            }
            guard isEmulator || RedirectRule.isConfidential(target) else {
                throw .firebase("INVALID_CONTINUE_URI", "((expected https, or http on this machine))")
            }
        }
        if isForApp, target == nil { throw .firebase("MISSING_CONTINUE_URI") }
    }

    /// Returns the address that the code of this request leads to: the app if it takes codes itself, else the server's
    /// own page. The app's address is one that the configuration knows.
    ///
    /// - Parameter key: The API key of the request, if it had one.
    func link(publicURL: String, key: String?) -> @Sendable (Secret) -> String {
        if isEmulator { return emulatedLink(publicURL: publicURL, key: key) }
        let page = "\(publicURL)/account/code/\(app.id)"
        return { [purpose, target, isForApp, app] code in
            let (mode, key) = (purpose.mode, app.firebase?.apiKeys.first)
            if let target, isForApp {
                return FormText.address(
                    target, ["mode": mode, "oobCode": code.exposed, "apiKey": key, "lang": app.language])
            }
            return FormText.address(
                page,
                [
                    "code": code.exposed, "mode": mode, "oobCode": code.exposed, "apiKey": key, "lang": app.language,
                    "continueUrl": target,
                ])
        }
    }

    /// Returns the address of an emulator's links: one page, which leads on.
    private func emulatedLink(publicURL: String, key: String?) -> @Sendable (Secret) -> String {
        { [purpose, target, app] code in
            let own = app.firebase?.apiKeys.first
            return FormText.address(
                "\(publicURL)/emulator/action",
                [
                    "mode": purpose.mode, "lang": "en", "oobCode": code.exposed, "apiKey": key ?? own ?? "fake-api-key",
                    "continueUrl": target, "tenantId": app.firebase?.tenant,
                    "projectId": app.id == app.configured ? nil : app.firebase?.projectID,
                ])
        }
    }

    /// The host of an address of the web's, in lower case; nil of anything that could be read in two ways.
    static func host(of address: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { address.utf8.starts(with: $0.utf8) }),
            address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }), !address.contains("#")
        else { return nil }
        let authority = address.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        guard !authority.contains("@"), !authority.isEmpty else { return nil }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }
}
