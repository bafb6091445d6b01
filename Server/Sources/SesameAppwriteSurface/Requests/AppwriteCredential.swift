import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A user's credential in Appwrite's protocol: a session secret or a JWT.
enum AppwriteCredential: Sendable {
    case session(Secret)
    /// A session secret that a page stores and sends in the fallback header.
    case fallback(Secret)
    /// A JWT created from a session.
    case jwt(Secret)

    /// Reads the credential of a request: the session secret of the cookie, the session header or the fallback header,
    /// in this order, or a JWT. Throws if the request has both a secret and a JWT.
    ///
    /// - Returns: nil if the request has no credential.
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

    /// The session secret; nil for a JWT.
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
