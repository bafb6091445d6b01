import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The routes for the public keys of ID tokens and session cookies, and for the access tokens of service accounts.
struct FirebaseKeyRoutes: Sendable {
    let door: FirebaseAuthenticator

    var routes: [Route] { keyRoutes + accessRoutes }

    /// The routes for the public keys of ID tokens and session cookies: Google's paths, with and without its host as a
    /// prefix.
    private var keyRoutes: [Route] {
        let certificates = [
            "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            "/identitytoolkit/v3/relyingparty/publicKeys",
        ]
        let keySets = [
            "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            "/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com",
        ]
        return certificates.flatMap { path in
            [path, "/www.googleapis.com" + path].map { path in
                Route(.GET, path, takes: .none, policy: .publicKeys) { _, _ in certificateAnswer() }
            }
        }
            + keySets.flatMap { path in
                [path, "/www.googleapis.com" + path].map { path in
                    Route(.GET, path, takes: .none, policy: .publicKeys) { _, _ in keySetAnswer() }
                }
            }
    }

    private func certificateAnswer() -> HTTPResponse {
        .firebase(door.firebase.firebaseKeyRing?.certificates ?? [:])
    }

    private func keySetAnswer() -> HTTPResponse {
        .json(door.firebase.firebaseKeyRing?.publicSet ?? JSONValue.object(["keys": []]).serialized())
    }
}

extension FirebaseKeyRoutes {
    /// The path at which a service account exchanges its assertion: the `token_uri` of its key file.
    static let accessPath = "/oauth2.googleapis.com/token"

    private var accessRoutes: [Route] {
        [Route(.POST, Self.accessPath, takes: .credential, policy: .form) { request, _ in access(request) }]
    }

    /// Returns an access token for an assertion (RFC 7523), or an error in the form of RFC 6749, section 5.2.
    private func access(_ request: HTTPRequest) -> HTTPResponse {
        do throws(AccountError) {
            guard let form = try? QueryParameters(formEncoded: request.body), !form.hasRepeatedName,
                form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer", let assertion = form["assertion"]
            else { throw AccountError(.invalidRequest, "a JWT bearer grant with an assertion is required") }
            let token = try door.firebase.firebaseAccess(
                assertion: Secret(assertion), audience: door.publicURL + Self.accessPath, apps: door.apps)
            return .firebase([
                "access_token": .string(token.exposed), "expires_in": .integer(Int(FirebaseAdminAccess.lifetime)),
                "token_type": "Bearer",
            ])
        } catch {
            door.log.refused(error, request)
            let code =
                switch error.code {
                case .invalidToken: "invalid_grant"
                case .insufficientScope: "invalid_scope"
                default: "invalid_request"
                }
            let json: JSONObject = ["error": .string(code), "error_description": .string(error.reason)]
            return .json(JSONValue.object(json).serialized(), status: .badRequest)
        }
    }
}

extension RoutePolicy {
    fileprivate static let publicKeys = RoutePolicy.cached(seconds: Int(KeyRotationSchedule.jwksMaxAge))
}
