import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A user's credential in Appwrite's protocol.
enum AppwriteCredential: Sendable {
    case session(Secret)
    /// A session's secret that a page stores itself.
    case fallback(Secret)
    /// A JWT created from a session.
    case jwt(Secret)

    /// Reads the credential of a request: the first of cookie, session header and fallback cookies, or a JWT. Both
    /// together are refused.
    init?(_ request: HTTPRequest, _ cookies: AppwriteCookies) throws(AccountError) {
        let jwt = request.filledHeader("X-Appwrite-JWT").map(Secret.init)
        let session: AppwriteCredential? =
            if let secret = cookies.secret(in: request) {
                .session(secret)
            } else if let secret = request.filledHeader("X-Appwrite-Session") {
                .session(Secret(secret))
            } else {
                cookies.fallbackSecret(in: request).map { .fallback($0) }
            }
        if let jwt {
            guard session == nil else { throw .appwrite(.jwtAndSession) }
            self = .jwt(jwt)
        } else if let session {
            self = session
        } else {
            return nil
        }
    }

    /// The secret of a session; nil for a JWT.
    var sessionSecret: Secret? {
        switch self {
        case .session(let secret), .fallback(let secret): secret
        case .jwt: nil
        }
    }

    /// True if the credential is a JWT, which cannot create further JWTs.
    var isJWT: Bool {
        if case .jwt = self { true } else { false }
    }
}
