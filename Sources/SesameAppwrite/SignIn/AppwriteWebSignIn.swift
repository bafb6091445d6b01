import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A sign-in at a provider in a browser through Appwrite (`GET /account/tokens/oauth2/{provider}`), for providers
/// without an ID token, and for servers that do not accept one.
///
/// The browser returns with a token that is valid once, for one minute.
public struct AppwriteWebSignIn: CredentialSource {
    private let project: AppwriteProject
    private let provider: String
    private let scopes: [String]
    private let redirectURI: String?
    private let browser: any WebAuthentication

    /// Creates a sign-in at one provider through the project.
    ///
    /// - Parameters:
    ///   - provider: Appwrite's name of the provider, for example `apple` or `github`.
    ///   - scopes: The scopes to request from the provider in addition to Appwrite's own.
    ///   - redirectURI: The redirect URI: ``callback(of:)``, or an https URL on the app's own site; nil for a browser
    ///     with a loopback redirect.
    public init(
        project: AppwriteProject, provider: String, scopes: [String] = [], redirectURI: String?,
        browser: some WebAuthentication
    ) {
        self.project = project
        self.provider = provider
        self.scopes = scopes
        self.redirectURI = redirectURI
        self.browser = browser
    }

    /// Returns the redirect URI that Appwrite accepts from a project's apps by default: a scheme made of the project's
    /// id.
    public static func callback(of project: AppwriteProject) -> String {
        "appwrite-callback-\(project.id)://localhost"
    }

    /// The provider's sign-in method; ``SignInMethod/browser`` for a provider that this version does not know.
    public var method: SignInMethod? { SignInMethod(rawValue: provider) ?? .browser }

    /// False, because Appwrite's token signs in to its own account, and cannot be linked to a guest account.
    public var keepsGuest: Bool { false }

    /// Opens the browser, and returns Appwrite's one-time token as a credential. Throws
    /// ``SesameCore/AuthError/Code/cancelled`` if the user cancels.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let page = AppwriteOAuthPage(project: project, provider: provider, scopes: scopes)
        let (secret, answer) = try await browser.secret(of: WebSignInRequest(redirectURI: redirectURI, page: page))
        guard let uid = answer.parameter("userId"), !uid.isEmpty else {
            throw AuthError(.invalidRequest, "the browser returned without the id of the signed-in user")
        }
        return .oneTimeToken(uid: uid, secret: secret)
    }
}

/// Appwrite's page that starts a sign-in at a provider. Its redirect has `secret` and `userId`, or `error`.
struct AppwriteOAuthPage: WebPage {
    let project: AppwriteProject
    let provider: String
    let scopes: [String]
    /// The state that the redirect must contain, because any page can redirect a browser to the app with another user's
    /// token.
    var state = RandomText.make(bytes: 32)

    func url(redirectURI: String) throws(AuthError) -> URL {
        let back = "\(redirectURI)\(redirectURI.contains("?") ? "&" : "?")state=\(state)"
        let fields =
            [(name: "project", value: project.id), ("success", back), ("failure", back)]
            + scopes.map { (name: "scopes[]", value: $0) }
        guard Self.isName(provider), let url = project.url("/account/tokens/oauth2/\(provider)", fields) else {
            throw AuthError(.invalidRequest, "the URL of the sign-in page is invalid")
        }
        return url
    }

    func validate(_ answer: WebSignInResult) -> Result<Secret, AuthError>? {
        guard answer.parameter("state")?.hasSameBytes(as: state) == true else { return nil }
        if let error = answer.parameter("error") { return .failure(Self.refusal(error)) }
        guard let secret = answer.parameter("secret"), !secret.isEmpty else { return nil }
        return .success(Secret(secret))
    }

    /// Returns the error for the text of Appwrite's error. It is `cancelled` if the text contains a provider's error
    /// for a sign-in that the user canceled.
    private static func refusal(_ text: String) -> AuthError {
        guard let body = (try? JSONValue(parsing: Array(text.utf8), limits: .default))?.object,
            let status = body["code"]?.integer, let refusal = AppwriteErrorResponse(body, status: Int(clamping: status))
        else { return AuthError(.invalidRequest, "the server rejected the sign-in") }
        let message = body["message"]?.string ?? ""
        if ["access_denied", "user_cancelled_authorize"].contains(where: message.contains) {
            return AuthError(.cancelled, "the user cancelled the sign-in")
        }
        return refusal.error(isPersonal: false)
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
