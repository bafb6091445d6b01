import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// A request for a link that is emailed, or returned to a back end that emails it.
struct FirebaseCodeRequest: Sendable {
    /// The purpose of a link. The raw values are Firebase's names.
    enum Purpose: String, Sendable {
        case verifyEmail = "VERIFY_EMAIL"
        case passwordReset = "PASSWORD_RESET"
        case emailSignIn = "EMAIL_SIGNIN"
        case changeEmail = "VERIFY_AND_CHANGE_EMAIL"
        /// An undo link for a changed or removed address, or for an added sign-in method. It is emailed after the
        /// change and cannot be requested.
        case undoChange = "RECOVER_EMAIL"
        /// An undo link for a new second factor. It is emailed after the addition and cannot be requested.
        case undoFactor = "REVERT_SECOND_FACTOR_ADDITION"

        init(_ purpose: CodePurpose) {
            self =
                switch purpose {
                case .verify: .verifyEmail
                case .resetPassword: .passwordReset
                case .signIn: .emailSignIn
                case .changeEmail: .changeEmail
                // Firebase has no separate purpose for a link that removes a sign-in method.
                case .undoChange, .undoMethod: .undoChange
                case .undoFactor: .undoFactor
                // No link has this purpose.
                case .secondFactor: .verifyEmail
                }
        }

        /// The link's `mode` parameter.
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
    /// True if the response contains the link; false if the server emails it.
    let returnsLink: Bool
    private let target: String?
    private let isForApp: Bool
    private let app: App
    private let isEmulator: Bool

    /// The purposes in Firebase's order, because some clients send indexes.
    static let purposes = [
        "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
        "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]

    /// Reads the request from a body. Throws a Firebase error if the project does not allow the purpose or the URL to
    /// continue to.
    ///
    /// - Parameter isEmulator: True if links may lead to any URL, and a sign-in link needs no URL, because tests read
    ///   the codes.
    init(_ body: FirebaseBody, of app: App, isEmulator: Bool) throws(AccountError) {
        guard let purpose = Purpose(rawValue: try body.required("requestType", orElse: "MISSING_REQ_TYPE")) else {
            throw .firebase("INVALID_REQ_TYPE")
        }
        self.purpose = purpose
        self.app = app
        self.isEmulator = isEmulator
        let rules = app.firebase?.rules ?? FirebaseSignInPolicy()
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
                    "UNAUTHORIZED_DOMAIN", "the host of continueUrl is not in the project's authorizedDomains")
            }
            guard isEmulator || RegisteredRedirects.isConfidential(target) else {
                throw .firebase("INVALID_CONTINUE_URI", "((expected https, or http on this machine))")
            }
        }
        if isForApp, target == nil { throw .firebase("MISSING_CONTINUE_URI") }
    }

    /// Returns a function that creates the link's URL from its code: the requested URL if the app handles codes itself,
    /// else the server's own page. In an emulator, the URL is always that of the emulator's `/emulator/action`. Outside
    /// an emulator, the host of the requested URL is one of the project's authorized domains or local.
    ///
    /// - Parameter key: The API key of the request, for an emulator's link; nil if the request had no key.
    func link(publicURL: String, key: String?) -> @Sendable (Secret) -> String {
        if isEmulator { return emulatedLink(publicURL: publicURL, key: key) }
        let page = "\(publicURL)/account/code/\(app.id)"
        return { [purpose, target, isForApp, app] code in
            let (mode, key) = (purpose.mode, app.firebase?.apiKeys.first)
            if let target, isForApp {
                return FormURLEncoder.address(
                    target, ["mode": mode, "oobCode": code.exposed, "apiKey": key, "lang": app.language])
            }
            return FormURLEncoder.address(
                page,
                [
                    "code": code.exposed, "mode": mode, "oobCode": code.exposed, "apiKey": key, "lang": app.language,
                    "continueUrl": target,
                ])
        }
    }

    /// Returns a function that creates the URL of an emulator's link from its code: the route `/emulator/action`, which
    /// performs the link's action or, for a sign-in, redirects to the app.
    private func emulatedLink(publicURL: String, key: String?) -> @Sendable (Secret) -> String {
        { [purpose, target, app] code in
            let own = app.firebase?.apiKeys.first
            return FormURLEncoder.address(
                "\(publicURL)/emulator/action",
                [
                    "mode": purpose.mode, "lang": "en", "oobCode": code.exposed, "apiKey": key ?? own ?? "fake-api-key",
                    "continueUrl": target, "tenantId": app.firebase?.tenant,
                    "projectId": app.id == app.configuredAppID ? nil : app.firebase?.projectID,
                ])
        }
    }

    /// Returns the lowercase host of an `http` or `https` URL; nil for any other text, and for a URL that two parsers
    /// could read differently.
    static func host(of address: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { address.utf8.starts(with: $0.utf8) }),
            address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }), !address.contains("#")
        else { return nil }
        let authority = address.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        guard !authority.contains("@"), !authority.isEmpty else { return nil }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }
}
