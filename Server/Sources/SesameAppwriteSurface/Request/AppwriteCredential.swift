import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A user's credential in Appwrite's protocol.
enum AppwriteCredential: Sendable {
    case session(Secret)
    /// A session's secret that a page keeps itself.
    case fallback(Secret)
    /// A token that was made of a session.
    case jwt(Secret)

    /// Reads what a request carries: the first of cookie, session header and fallback cookies, or a JWT, and never both.
    init?(_ request: HTTPRequest, _ cookies: AppwriteCookies) throws(Refusal) {
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

    /// The secret of a session, if it is one.
    var sessionSecret: Secret? {
        switch self {
        case .session(let secret), .fallback(let secret): secret
        case .jwt: nil
        }
    }

    /// True if it is a token that was made of a session, which makes no further ones.
    var isJWT: Bool {
        if case .jwt = self { true } else { false }
    }
}
